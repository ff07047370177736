package io.plugstream.api.outbox;

import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.Objects;
import org.springframework.r2dbc.connection.SingleConnectionFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

/**
 * A database connection outside the pool. It holds the advisory lock of the one relay that publishes, and loses it with
 * the connection; it hears of new outbox rows.
 */
final class RelaySession implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long LOCK = 0x706c_7567_6f75_7462L;

    private final PostgresqlConnection connection;
    private final DatabaseClient database;

    private RelaySession(PostgresqlConnection connection, ConnectionFactory origin) {
        this.connection = connection;
        this.database = DatabaseClient.create(new SingleConnectionFactory(connection, origin.getMetadata(), true));
    }

    /** Opens a session that calls {@code news} whenever outbox rows have been committed, and when the connection ends. */
    static RelaySession open(ConnectionFactory pool, Runnable news) {
        ConnectionFactory origin = direct(pool);
        RelaySession session = new RelaySession((PostgresqlConnection) await(Mono.from(origin.create())), origin);
        try {
            session.listen(news);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
        return session;
    }

    DatabaseClient database() {
        return database;
    }

    /** Whether this session is, or has now become, the one that publishes. */
    boolean tryLead() {
        return await(database.sql("SELECT pg_try_advisory_lock($1) AS locked")
                .bind("$1", LOCK)
                .map(row -> Objects.requireNonNull(row.get("locked", Boolean.class)))
                .one());
    }

    @Override
    public void close() {
        connection.close().onErrorComplete().blockOptional(PATIENCE);
    }

    /** Waits for a statement; a connection that does not answer is as good as lost. */
    static <T> T await(Mono<T> answer) {
        return Objects.requireNonNull(answer.block(PATIENCE));
    }

    /** As {@link #await}, for statements without an answer. */
    static void run(Mono<Void> statement) {
        statement.block(PATIENCE);
    }

    private void listen(Runnable news) {
        connection.getNotifications().subscribe(_ -> news.run(), _ -> news.run(), news);
        // Comparing whole tables may take longer than a request is allowed to.
        run(database.sql("SET statement_timeout = " + PATIENCE.toMillis()).then());
        run(database.sql("LISTEN outbox").then());
    }

    private static ConnectionFactory direct(ConnectionFactory factory) {
        ConnectionFactory inner = factory;
        while (inner instanceof Wrapped<?> wrapped && wrapped.unwrap() instanceof ConnectionFactory next) {
            inner = next;
        }
        return inner;
    }
}
