package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.api.database.Sweep;
import io.plugstream.api.http.DroppedErrors;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.binding.BindMarkersFactory;
import reactor.core.publisher.Mono;

class RetentionTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** The sweep cancels its last run when it stops, though that has ended. */
    @Test
    void aStopBetweenTwoRunsIsNoError() {
        DatabaseClient database = DatabaseClient.builder()
                .connectionFactory(new Unreachable())
                .bindMarkers(BindMarkersFactory.indexed("$", 1))
                .build();
        RetentionProperties properties = new RetentionProperties(DAY, DAY, DAY, Duration.ofMillis(200), 10);
        try (DroppedErrors dropped = new DroppedErrors()) {
            Sweep sweep = new Retention(database, properties, Clock.systemUTC(), meters).retentionSweep();
            sweep.bindTo(meters);
            sweep.start();
            await().pollInterval(Duration.ofMillis(10))
                    .until(() -> meters.get("plugstream.api.sweep.failures")
                                    .functionCounter()
                                    .count()
                            > 0);

            sweep.stop();

            assertThat(dropped.all()).isEmpty();
        }
    }

    private static final class Unreachable implements ConnectionFactory {

        @Override
        public Mono<Connection> create() {
            return Mono.error(new R2dbcNonTransientResourceException("unreachable"));
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return () -> "PostgreSQL";
        }
    }
}
