package io.plugstream.api.database;

import io.plugstream.api.http.Completion;
import io.plugstream.api.http.Turns;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs the reads of many rows that clients wait for. An organisation's reads take turns before they take a connection,
 * and so do those of all organisations, so that nobody's reads can hold all connections (ADR 110, ADR 117).
 */
@Component
public final class Reads {

    /** Reads of one organisation that go on at a time: with its {@link Changes}, a third of the pool. */
    static final int AT_A_TIME = 5;

    /** Reads of all organisations that go on at a time: half of the pool. */
    static final int TOGETHER = 10;

    private final Turns turns = new Turns(AT_A_TIME, TOGETHER, DatabaseTimeouts.LOOKUP, DatabaseTimeouts.LOOKUP);

    /** Collects the rows of a page; see {@link PageRows}. */
    public <T> Mono<List<T>> page(String organisationId, Flux<T> rows) {
        return run(organisationId, PageRows.collect(rows));
    }

    /**
     * Runs a read, which has its own time limit, when its turn has come. Fails with
     * {@link io.plugstream.api.http.ContentionException} if the read waits too long for others. A read whose client has
     * left goes on, so that its turn ends when its connection is free.
     */
    public <T> Mono<T> run(String organisationId, Mono<T> read) {
        return Mono.deferContextual(context -> Completion.of(turns.run(organisationId, read)
                .contextWrite(new ConnectionLine(organisationId + " reads")::insteadIn)
                .contextWrite(ConnectionLine.alone(context))
                .toFuture()));
    }
}
