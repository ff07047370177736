package io.plugstream.api.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

    /** The same page of other entries. */
    public <R> Page<R> map(Function<T, R> change) {
        return new Page<>(entries.stream().map(change).toList(), nextCursor);
    }
}
