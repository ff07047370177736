package io.plugstream.api.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Some entries of a list.
 *
 * @param nextCursor where to go on; null when this was the last page
 */
public record Page<T>(List<T> entries, @Nullable String nextCursor) {

    public Page {
        entries = List.copyOf(entries);
    }

    /** Makes a page of {@code limit} entries out of up to one more, which tells whether the list goes on. */
    public static <T> Page<T> of(List<T> upToOneMore, int limit, Function<T, Cursor> place) {
        if (upToOneMore.size() <= limit) {
            return new Page<>(upToOneMore, null);
        }
        List<T> entries = upToOneMore.subList(0, limit);
        return new Page<>(entries, place.apply(entries.getLast()).text());
    }

    /**
     * All pages of a list, one after the other. The next page is read while the one before it is on its way to the reader,
     * and to its end, whether it is asked for or not: a slow reader holds two pages and no database connection.
     *
     * @param read gives the page behind an entry, or the first one
     */
    public static <T> Flux<Page<T>> all(Function<Optional<T>, Mono<Page<T>>> read) {
        return whole(read.apply(Optional.empty()))
                .expand(page -> page.nextCursor() == null
                        ? Mono.empty()
                        : whole(read.apply(Optional.of(page.entries().getLast()))));
    }

    /** A future asks for its value at once. */
    private static <T> Mono<T> whole(Mono<T> page) {
        return Mono.fromFuture(page::toFuture);
    }

    /** The same page of other entries. */
    public <R> Page<R> map(Function<T, R> change) {
        return new Page<>(entries.stream().map(change).toList(), nextCursor);
    }
}
