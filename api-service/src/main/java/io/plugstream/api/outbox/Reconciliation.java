package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Compares each compacted topic with the database and has whatever differs published anew: a topic that was emptied heals,
 * and one that knows more than the database forgets it. Only the relay that holds the lock may run it.
 */
final class Reconciliation {

    private static final Logger log = LoggerFactory.getLogger(Reconciliation.class);

    private final List<PublishedTable<?, ?>> tables;
    private final TopicContent content;
    private final OutboxMetrics metrics;

    Reconciliation(List<PublishedTable<?, ?>> tables, TopicContent content, OutboxMetrics metrics) {
        this.tables = tables;
        this.content = content;
        this.metrics = metrics;
    }

    void run(DatabaseClient database) {
        tables.forEach(table -> reconcile(table, database));
    }

    private <K, V> void reconcile(PublishedTable<K, V> table, DatabaseClient database) {
        Topic<K, V> topic = table.topic();
        Map<K, Optional<V>> published = content.read(topic);
        Map<K, V> wanted = RelaySession.await(table.values(database));
        Set<K> keys = new HashSet<>(published.keySet());
        keys.addAll(wanted.keySet());
        keys.removeIf(key -> Objects.equals(published.get(key), asPublished(wanted, key)));
        if (!keys.isEmpty()) {
            log.warn("{} of {} keys of {} are published anew", keys.size(), wanted.size(), topic.name());
            metrics.healed(topic.name(), keys.size());
            Set<String> texts =
                    keys.stream().map(key -> TopicKeys.text(topic, key)).collect(Collectors.toSet());
            RelaySession.run(new OutboxRows(database).add(topic.name(), texts));
        }
    }

    /** Null where nothing is wanted, as {@code published} has null where nothing is published. */
    @SuppressWarnings("NullAway") // Optional of a nullable map value, or null: both sides of one comparison.
    private static <K, V> Optional<V> asPublished(Map<K, V> wanted, K key) {
        V value = wanted.get(key);
        return value == null ? null : Optional.of(value);
    }
}
