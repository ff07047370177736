package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A replica that vanishes in a transaction, as PostgreSQL sees it. */
class AbandonedTransactionIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int NOTICED_AFTER_SECONDS = 15;

    @Test
    void itsLocksAreFreedSoon() throws Exception {
        var postgres = Platform.get().postgres();
        // Not from the pool, to which it would return broken.
        ConnectionPool pool =
                (ConnectionPool) Replicas.first().bean(FairConnections.class).unwrap();
        ConnectionFactory factory = pool.unwrap();
        Connection silent = Objects.requireNonNull(Mono.from(factory.create()).block(TIMEOUT));
        try (var jdbc = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var other = jdbc.createStatement()) {
            Mono.from(silent.beginTransaction()).block(TIMEOUT);
            Flux.from(silent.createStatement("SELECT pg_advisory_xact_lock(4711)")
                            .execute())
                    .flatMap(result -> result.map((_, _) -> true))
                    .blockLast(TIMEOUT);

            other.setQueryTimeout(NOTICED_AFTER_SECONDS);
            assertThatCode(() -> other.execute("SELECT pg_advisory_lock(4711)")).doesNotThrowAnyException();
        } finally {
            Mono.from(silent.close()).onErrorComplete().block(TIMEOUT);
        }
    }
}
