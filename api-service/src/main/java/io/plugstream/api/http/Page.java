package io.plugstream.api.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A page of a list.
 *
 * @param nextCursor the cursor of the next page; null on the last page
 */
public record Page<T>(List<T> entries, @Nullable String nextCursor) {

    public Page {
        entries = List.copyOf(entries);
    }

    /** Builds a page of {@code limit} entries from up to one more, which shows whether another page follows. */
    public static <T> Page<T> of(List<T> upToOneMore, int limit, Function<T, Cursor> place) {
        if (upToOneMore.size() <= limit) {
            return new Page<>(upToOneMore, null);
        }
        List<T> entries = upToOneMore.subList(0, limit);
        return new Page<>(entries, place.apply(entries.getLast()).text());
    }

    /**
     * All pages of a list, in order. Each page is read completely while the one before it is being sent, even without
     * demand. So a slow reader holds two pages in memory and no database connection.
     *
     * @param read returns the page after an entry, or the first page
     */
    public static <T> Flux<Page<T>> all(Function<Optional<T>, Mono<Page<T>>> read) {
        return whole(read.apply(Optional.empty()))
                .expand(page -> page.nextCursor() == null
                        ? Mono.empty()
                        : whole(read.apply(Optional.of(page.entries().getLast()))));
    }

    /** A future requests its value at once, without demand. It has no context of its own. */
    private static <T> Mono<T> whole(Mono<T> page) {
        return Mono.deferContextual(
                context -> Mono.fromFuture(() -> page.contextWrite(context).toFuture()));
    }
}
