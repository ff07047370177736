package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.lang.reflect.Proxy;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Transactions whose users are gone. */
class AbandonedTransactionIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int NOTICED_AFTER_SECONDS = 15;

    /** Otherwise the next user's changes would be answered, and never be committed. */
    @Test
    void aTransactionThatIsCancelledWhileItBeginsDoesNotGoBackToThePool() throws Exception {
        var postgres = Platform.get().postgres();
        ConnectionFactory driver = driver();
        AtomicBoolean slow = new AtomicBoolean(true);
        ConnectionPool pool = new ConnectionPool(ConnectionPoolConfiguration.builder(new ConnectionFactory() {
                    @Override
                    public Mono<Connection> create() {
                        return Mono.from(driver.create()).map(connection -> beginningLate(connection, slow));
                    }

                    @Override
                    public ConnectionFactoryMetadata getMetadata() {
                        return driver.getMetadata();
                    }
                })
                .maxSize(1)
                .build());
        try (var jdbc = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var other = jdbc.createStatement()) {
            other.execute("CREATE TABLE abandoned (id int)");
            FairConnections connections = new FairConnections(pool, 1);
            TransactionalOperator transaction = TransactionalOperator.create(new R2dbcTransactionManager(connections));

            var cancelled = Mono.just(1).as(transaction::transactional).subscribe();
            await().until(() ->
                    asked(other, "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in tr%'") == 1);
            cancelled.dispose();
            slow.set(false);

            DatabaseClient.create(connections)
                    .sql("INSERT INTO abandoned VALUES (1)")
                    .then()
                    .block(TIMEOUT);
            assertThat(asked(other, "SELECT count(*) FROM abandoned")).isOne();
            other.execute("DROP TABLE abandoned");
        } finally {
            pool.dispose();
        }
    }

    private static int asked(Statement statement, String question) throws SQLException {
        try (ResultSet rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** PostgreSQL has begun a transaction half a second before its user learns of it, while it is slow. */
    private static Connection beginningLate(Connection connection, AtomicBoolean slow) {
        return (Connection) Proxy.newProxyInstance(
                AbandonedTransactionIT.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, arguments) -> {
                    Object result = method.invoke(connection, arguments);
                    return method.getName().equals("beginTransaction") && slow.get()
                            ? Mono.from((Publisher<?>) result)
                                    .then(Mono.delay(Duration.ofSeconds(2)).then())
                            : result;
                });
    }

    /** Not the pool's, to which a broken connection would return. */
    private static ConnectionFactory driver() {
        return ((ConnectionPool) Replicas.first().bean(FairConnections.class).unwrap()).unwrap();
    }

    @Test
    void locksOfAReplicaThatVanishesAreFreedSoon() throws Exception {
        var postgres = Platform.get().postgres();
        Connection silent = Objects.requireNonNull(Mono.from(driver().create()).block(TIMEOUT));
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
