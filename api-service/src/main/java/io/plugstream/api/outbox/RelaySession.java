package io.plugstream.api.outbox;

import io.plugstream.api.database.Columns;
import io.plugstream.api.database.Notifications;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.connection.SingleConnectionFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A database connection outside the pool. It holds the advisory lock of the publishing relay until it closes, and
 * receives the notifications of new outbox rows. PostgreSQL ends a session that is idle for the lease, so a replica
 * that lost its power or network does not keep the lock.
 */
final class RelaySession implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RelaySession.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final long LOCK = 0x706c_7567_6f75_7462L;

    private final PostgresqlConnection connection;
    private final DatabaseClient database;
    private final Duration lease;
    private Disposable beating = Disposables.disposed();

    private RelaySession(PostgresqlConnection connection, ConnectionFactory origin, Duration lease) {
        this.connection = connection;
        this.lease = lease;
        this.database = DatabaseClient.create(new SingleConnectionFactory(connection, origin.getMetadata(), true));
    }

    /** Opens a session that calls {@code onChange} after outbox rows are committed, and when the connection ends. */
    static RelaySession open(ConnectionFactory pool, Runnable onChange, Duration lease) {
        ConnectionFactory origin = Notifications.unpooled(pool);
        RelaySession session =
                new RelaySession((PostgresqlConnection) await(Mono.from(origin.create())), origin, lease);
        try {
            session.listen(onChange);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
        return session;
    }

    DatabaseClient database() {
        return database;
    }

    /** Tries to take the lock; true if this session holds it. */
    boolean tryLead() {
        return await(database.sql("SELECT pg_try_advisory_lock(:lock) AS locked")
                .bind("lock", LOCK)
                .map(row -> Columns.get(row, "locked", Boolean.class))
                .one());
    }

    /** Sends heartbeats from now on, also while the relay waits for Kafka. */
    void beat() {
        beating = Flux.interval(lease.dividedBy(4))
                .onBackpressureDrop()
                .concatMap(_ -> database.sql("SELECT 1").then(), 1)
                .subscribe(_ -> {}, e -> log.debug("The relay's session has ended: {}", e.toString()));
    }

    @Override
    public void close() {
        beating.dispose();
        connection.close().onErrorComplete().blockOptional(TIMEOUT);
    }

    /** Waits for a statement's result. A timeout counts as a lost connection. */
    static <T> T await(Mono<T> answer) {
        return Objects.requireNonNull(answer.block(TIMEOUT));
    }

    /** As {@link #await}, for statements without a result. */
    static void run(Mono<Void> statement) {
        statement.block(TIMEOUT);
    }

    private void listen(Runnable onChange) {
        connection.getNotifications().subscribe(_ -> onChange.run(), _ -> onChange.run(), onChange);
        run(database.sql("SET idle_session_timeout = " + lease.toMillis()).then());
        // Also ends a session whose client does not acknowledge data that the server sent.
        run(database.sql("SET tcp_user_timeout = " + lease.toMillis()).then());
        run(database.sql("LISTEN outbox").then());
    }
}
