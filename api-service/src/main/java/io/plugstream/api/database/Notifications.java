package io.plugstream.api.database;

import io.plugstream.api.http.EarlyLifecycle;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Receives PostgreSQL's {@code NOTIFY} on a connection of its own and reconnects when it breaks. A heartbeat on the
 * same connection proves that all earlier notifications have been received.
 */
@Component
public class Notifications implements EarlyLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Notifications.class);
    private static final Duration HEARTBEAT = Duration.ofMillis(200);
    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final Duration RECONNECT = Duration.ofMillis(250);
    private static final Duration RELOAD = Duration.ofSeconds(1);
    private static final Duration LONGEST_RELOAD = Duration.ofSeconds(30);
    private static final long LEASE_NANOS = Duration.ofMillis(800).toNanos();

    private final ConnectionFactory factory;
    private final Map<String, Listener> listeners = new ConcurrentHashMap<>();
    private volatile long heardThrough = System.nanoTime() - LEASE_NANOS;
    private volatile @Nullable Disposable connection;

    Notifications(ConnectionFactory factory) {
        this.factory = unpooled(factory);
    }

    /**
     * Listens to {@code channel} from the start of the service.
     *
     * @param heard receives each payload; must not block
     * @param reset called when notifications may have been missed
     */
    public void listen(String channel, Consumer<String> heard, Runnable reset) {
        if (!channel.matches("[a-z_]{1,60}")) {
            throw new IllegalArgumentException("not a channel: " + channel);
        }
        if (listeners.putIfAbsent(channel, new Listener(heard, reset)) != null) {
            throw new IllegalStateException(channel + " already has a listener");
        }
    }

    /**
     * Listens to {@code channel} from the start of the service.
     *
     * @param heard receives each payload; must not block
     * @param reload reads what notifications may have missed; repeated until it succeeds
     */
    public void listen(String channel, Consumer<String> heard, Mono<Void> reload) {
        Disposable.Swap loading = Disposables.swap();
        Mono<Void> untilRead = reload.doOnError(e -> log.warn(
                        "Failed to reload after notifications of {} may have been missed: {}", channel, e.toString()))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, RELOAD).maxBackoff(LONGEST_RELOAD));
        listen(channel, heard, () -> loading.update(untilRead.subscribe()));
    }

    /** Notifies all replicas when the transaction commits. */
    public static Mono<Void> send(DatabaseClient database, String channel, String payload) {
        return database.sql("SELECT pg_notify(:channel, :payload)")
                .bind("channel", channel)
                .bind("payload", payload)
                .fetch()
                .rowsUpdated()
                .then();
    }

    /** Whether all notifications sent until 0.8 s ago have been received. */
    public boolean areCurrent() {
        return System.nanoTime() - heardThrough < LEASE_NANOS;
    }

    @Override
    public void start() {
        connection = Mono.from(factory.create())
                .cast(PostgresqlConnection.class)
                .flatMapMany(open -> Flux.usingWhen(Mono.just(open), this::follow, Connection::close))
                .doOnError(e -> log.warn("Listening for notifications failed: {}", e.toString()))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RECONNECT))
                .subscribe();
    }

    private Flux<?> follow(PostgresqlConnection open) {
        Flux<?> heard = open.getNotifications()
                .doOnNext(notification -> tell(notification.getName(), notification.getParameter()));
        Flux<?> listening = Flux.fromIterable(listeners.keySet())
                .concatMap(channel -> execute(open, "LISTEN " + channel))
                .then(Mono.fromRunnable(this::connected))
                .timeout(SILENCE)
                .thenMany(Flux.interval(Duration.ZERO, HEARTBEAT).onBackpressureDrop())
                .concatMap(_ -> heartbeat(open), 1);
        return Flux.merge(heard, listening);
    }

    void connected() {
        log.info("Listening for notifications on {} channels", listeners.size());
        listeners.values().forEach(listener -> listener.reset().run());
    }

    private Mono<Void> heartbeat(PostgresqlConnection open) {
        return Mono.defer(() -> {
            long sent = System.nanoTime();
            return execute(open, "SELECT 1").timeout(SILENCE).doOnSuccess(_ -> heardThrough = sent);
        });
    }

    private static Mono<Void> execute(PostgresqlConnection open, String sql) {
        return open.createStatement(sql)
                .execute()
                .flatMap(result -> result.getRowsUpdated())
                .then();
    }

    private void tell(String channel, @Nullable String payload) {
        Listener listener = listeners.get(channel);
        if (listener != null) {
            listener.heard().accept(payload == null ? "" : payload);
        }
    }

    @Override
    public void stop() {
        Disposable open = connection;
        if (open != null) {
            open.dispose();
        }
        connection = null;
    }

    @Override
    public boolean isRunning() {
        return connection != null;
    }

    /** The driver's factory, whose connections never go to the pool. */
    public static ConnectionFactory unpooled(ConnectionFactory factory) {
        ConnectionFactory inner = factory;
        while (inner instanceof Wrapped<?> wrapped && wrapped.unwrap() instanceof ConnectionFactory next) {
            inner = next;
        }
        return inner;
    }

    private record Listener(Consumer<String> heard, Runnable reset) {}
}
