package io.plugstream.api.database;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads the rows of a page for a client that waits. */
public final class PageRows {

    private PageRows() {}

    /**
     * Collects {@code rows} within {@link DatabaseTimeouts#REQUEST}, outside of any transaction. The driver gets
     * the request's line as its only context: with more, Reactor restores the request's observation for each row, which
     * cost a fifth of a page.
     */
    public static <T> Mono<List<T>> collect(Flux<T> rows) {
        return rows.collectList().contextWrite(ConnectionLine::alone).timeout(DatabaseTimeouts.REQUEST);
    }
}
