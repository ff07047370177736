package io.plugstream.api.database;

import io.plugstream.api.http.ContentionException;
import io.plugstream.api.http.Turns;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Wrapped;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Lets requests take turns for the pool's connections, each in its {@link ConnectionLine}, so that no organisation's
 * requests delay those of others (ADR 118). Work without a line goes straight to the pool.
 */
final class FairConnections implements ConnectionFactory, Wrapped<ConnectionFactory> {

    /** As long as the pool lets a request wait for a connection. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(1_900);

    private final ConnectionFactory pool;
    private final Turns turns;

    /** @param size the pool's connections: one line uses two fifths of them, all lines together four fifths */
    FairConnections(ConnectionFactory pool, int size) {
        this.pool = pool;
        // A turn ends when the connection is closed, even if its request was cancelled.
        this.turns = new Turns(Math.max(1, size * 2 / 5), Math.max(1, size * 4 / 5), LONGEST_WAIT, Duration.ZERO);
    }

    @Override
    public Mono<Connection> create() {
        return Mono.deferContextual(context -> context.hasKey(ConnectionLine.class)
                ? turns.begin(
                                context.get(ConnectionLine.class).name(),
                                end -> taken().map(connection -> endingWithClose(connection, end)))
                        .onErrorMap(ContentionException.class, ContentionException::amidTheRequest)
                : taken());
    }

    private Mono<Connection> taken() {
        return Mono.from(pool.create());
    }

    /** The connection; {@code end} runs when it is back in the pool. */
    private static Connection endingWithClose(Connection connection, Runnable end) {
        return (Connection) Proxy.newProxyInstance(
                FairConnections.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                    try {
                        Object result = method.invoke(connection, arguments);
                        return "close".equals(method.getName())
                                ? Mono.from((Publisher<?>) result).doFinally(_ -> end.run())
                                : result;
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    /** How many requests wait because as many connections are in use as all requests may use together. */
    int waiting() {
        return turns.waitingForOtherLines();
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return pool.getMetadata();
    }

    @Override
    public ConnectionFactory unwrap() {
        return pool;
    }
}
