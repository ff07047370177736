package io.plugstream.api.outbox;

import io.plugstream.base.kafka.KafkaClients;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Compares one topic with its table: reads the topic to its end, then the table page by page, then the keys that only
 * the topic has. Differences are checked again after the topic has been read on, because their records may have been in
 * flight; the relay empties the outbox between two slices.
 */
final class TableReconciliation<K, V> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TableReconciliation.class);

    private final PublishedTable<K, V> table;
    private final OutboxMetrics metrics;
    private final int slice;
    private final TopicContent<K, V> content;
    private final Set<K> wanted = new HashSet<>();
    private Set<K> toRecheck = Set.of();
    private List<K> topicOnlyKeys = List.of();
    private @Nullable K last;
    private Step step = Step.READ_TOPIC;

    TableReconciliation(PublishedTable<K, V> table, KafkaClients clients, OutboxMetrics metrics, int slice) {
        this.table = table;
        this.metrics = metrics;
        this.slice = slice;
        this.content = TopicContent.open(table.topic(), clients);
    }

    /** Compares the next slice; false if there is none. */
    boolean goOn(DatabaseClient database) {
        boolean isAtEnd = content.readOn();
        if (!isAtEnd) {
            return true;
        }
        if (!toRecheck.isEmpty()) {
            publishAnew(differing(toRecheck, database), database);
            toRecheck = Set.of();
            return true;
        }
        return switch (step) {
            case READ_TOPIC -> {
                step = Step.READ_TABLE;
                yield true;
            }
            case READ_TABLE -> {
                comparePage(database);
                yield true;
            }
            case CHECK_TOPIC_ONLY_KEYS -> checkTopicOnlyKeys();
        };
    }

    private void comparePage(DatabaseClient database) {
        List<Map.Entry<K, V>> page = RelaySession.await(table.page(last, slice, database));
        toRecheck = page.stream()
                .filter(entry ->
                        !Optional.of(entry.getValue()).equals(content.known().get(entry.getKey())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        page.forEach(entry -> wanted.add(entry.getKey()));
        if (page.size() < slice) {
            step = Step.CHECK_TOPIC_ONLY_KEYS;
            topicOnlyKeys = content.known().keySet().stream()
                    .filter(key -> !wanted.contains(key))
                    .collect(Collectors.toCollection(ArrayList::new));
        } else {
            last = page.getLast().getKey();
        }
    }

    private boolean checkTopicOnlyKeys() {
        List<K> next = topicOnlyKeys.subList(0, Math.min(slice, topicOnlyKeys.size()));
        toRecheck = Set.copyOf(next);
        next.clear();
        return !toRecheck.isEmpty();
    }

    private Set<K> differing(Collection<K> keys, DatabaseClient database) {
        Map<K, V> values = RelaySession.await(table.valuesOf(keys, database));
        return keys.stream().filter(key -> !isAsWanted(key, values)).collect(Collectors.toUnmodifiableSet());
    }

    /** An unreadable value always differs from the database's. */
    private boolean isAsWanted(K key, Map<K, V> values) {
        return values.containsKey(key)
                ? Optional.ofNullable(values.get(key)).equals(content.known().get(key))
                : !content.known().containsKey(key);
    }

    private void publishAnew(Set<K> keys, DatabaseClient database) {
        if (keys.isEmpty()) {
            return;
        }
        log.warn(
                "Republishing {} keys of {}, because topic and table differ",
                keys.size(),
                table.topic().name());
        metrics.healed(table.topic().name(), keys.size());
        Set<String> texts =
                keys.stream().map(key -> TopicKeys.text(table.topic(), key)).collect(Collectors.toSet());
        RelaySession.run(new OutboxRows(database).add(table.topic().name(), texts));
    }

    @Override
    public void close() {
        content.close();
    }

    private enum Step {
        READ_TOPIC,
        READ_TABLE,
        CHECK_TOPIC_ONLY_KEYS
    }
}
