package io.plugstream.api.database;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Reads the rows of a page for a client that waits. */
public final class PageRows {

    private PageRows() {}

    /**
     * Collects {@code rows} within {@link DatabaseTimeouts#REQUEST}, outside of any transaction. The driver gets no
     * context: with one, Reactor restores the request's observation for each row, which cost a fifth of a page.
     */
    public static <T> Mono<List<T>> collect(Flux<T> rows) {
        return rows.collectList().contextWrite(_ -> Context.empty()).timeout(DatabaseTimeouts.REQUEST);
    }
}
