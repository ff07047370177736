package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

/**
 * A compacted topic whose records are derived from the database. The relay reads the values when it publishes, after
 * the change has committed, so a record is never older than the change that queued its key.
 */
public interface PublishedTable<K, V> {

    Topic<K, V> topic();

    /** The values of {@code keys} in the database; a key without a value is published as a tombstone. */
    Mono<Map<K, V>> valuesOf(Collection<K> keys, DatabaseClient database);

    /**
     * The next {@code limit} entries that the topic should hold, in a stable order of keys, after {@code after} or from
     * the beginning; fewer only at the end.
     */
    Mono<List<Map.Entry<K, V>>> page(@Nullable K after, int limit, DatabaseClient database);
}
