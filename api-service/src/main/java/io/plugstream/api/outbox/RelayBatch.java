package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Empties the outbox batch by batch: reads the rows and the values of their keys, publishes, deletes the rows. After a
 * crash in between, the next relay publishes the same or a newer value again.
 */
final class RelayBatch {

    private final Map<String, PublishedTable<?, ?>> tables;
    private final int size;
    private final OutboxMetrics metrics;

    RelayBatch(List<PublishedTable<?, ?>> tables, int size, OutboxMetrics metrics) {
        this.tables = tables.stream()
                .collect(Collectors.toUnmodifiableMap(table -> table.topic().name(), Function.identity()));
        this.size = size;
        this.metrics = metrics;
    }

    /** Publishes until the outbox is empty. */
    void drain(DatabaseClient database, RegistrationPublisher publisher) {
        OutboxRows outbox = new OutboxRows(database);
        boolean more = true;
        while (more) {
            List<OutboxRow> rows = RelaySession.await(outbox.first(size, tables.keySet()));
            if (!rows.isEmpty()) {
                publish(rows, database, publisher);
                RelaySession.run(outbox.delete(rows));
            }
            more = rows.size() == size;
        }
        metrics.pending(RelaySession.await(outbox.count()));
    }

    private void publish(List<OutboxRow> rows, DatabaseClient database, RegistrationPublisher publisher) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<String, Set<String>> keys = rows.stream()
                .collect(Collectors.groupingBy(
                        OutboxRow::topic, Collectors.mapping(OutboxRow::key, Collectors.toSet())));
        keys.forEach((topic, texts) -> {
            PublishedTable<?, ?> table = tables.get(topic);
            if (table != null) {
                records.addAll(records(table, texts, database));
            }
        });
        publisher.publish(records);
        keys.forEach((topic, texts) -> metrics.published(topic, texts.size()));
    }

    private static <K, V> List<ProducerRecord<byte[], byte[]>> records(
            PublishedTable<K, V> table, Set<String> texts, DatabaseClient database) {
        Topic<K, V> topic = table.topic();
        Set<K> keys = texts.stream().map(text -> TopicKeys.parse(topic, text)).collect(Collectors.toSet());
        Map<K, V> values = RelaySession.await(table.valuesOf(keys, database));
        return keys.stream().map(key -> record(topic, key, values)).toList();
    }

    @SuppressWarnings("NullAway") // A null value is the tombstone.
    private static <K, V> ProducerRecord<byte[], byte[]> record(Topic<K, V> topic, K key, Map<K, V> values) {
        return new ProducerRecord<>(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                topic.values().serializer().serialize(topic.name(), values.get(key)));
    }
}
