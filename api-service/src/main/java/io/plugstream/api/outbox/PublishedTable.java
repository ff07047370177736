package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

/**
 * A compacted topic whose records follow from the database. The relay asks for values when it publishes, on a connection
 * of its own, so that a record is never older than the change that asked for it.
 */
public interface PublishedTable<K, V> {

    Topic<K, V> topic();

    /** What the database says of {@code keys}; a key without a value is published as a tombstone. */
    Mono<Map<K, V>> valuesOf(Collection<K> keys, DatabaseClient database);

    /**
     * The first {@code limit} of what the topic ought to hold, in an order of keys that stays the same, after {@code after} or
     * from the beginning; fewer only at the end.
     */
    Mono<List<Map.Entry<K, V>>> page(@Nullable K after, int limit, DatabaseClient database);
}
