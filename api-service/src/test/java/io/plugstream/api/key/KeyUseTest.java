package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

class KeyUseTest {

    private final AtomicInteger waiting = new AtomicInteger();

    @Test
    void aUseThatWaitsForAConnectionIsWrittenAtShutdown() {
        KeyUse use = new KeyUse(DatabaseClient.create(new ExhaustedPool()), Clock.systemUTC());
        use.used(UUID.randomUUID());
        use.start();
        await().untilAsserted(() -> assertThat(waiting).hasValue(1));

        use.stop();

        assertThat(waiting).as("attempts to write").hasValue(2);
    }

    /** Never has a connection. */
    private final class ExhaustedPool implements ConnectionFactory {

        @Override
        public Publisher<? extends Connection> create() {
            return Mono.defer(() -> {
                waiting.incrementAndGet();
                return Mono.never();
            });
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return () -> "PostgreSQL";
        }
    }
}
