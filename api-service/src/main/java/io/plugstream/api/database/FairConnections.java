package io.plugstream.api.database;

import io.plugstream.api.http.ContentionException;
import io.plugstream.api.http.Turns;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
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
                ? turns.begin(context.get(ConnectionLine.class).name(), end -> Loan.of(pool, end))
                        .onErrorMap(ContentionException.class, ContentionException::amidTheRequest)
                : Loan.of(pool, () -> {}));
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
