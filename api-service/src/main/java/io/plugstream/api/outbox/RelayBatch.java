package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Empties the outbox batch by batch: reads the rows and the values of their keys, publishes, deletes the rows. After a
 * crash in between, the next relay publishes the same or a newer value again.
 */
final class RelayBatch {

    private static final Logger log = LoggerFactory.getLogger(RelayBatch.class);

    private final Map<String, PublishedTable<?, ?>> tables;
    private final int size;
    private final Duration renew;
    private final OutboxMetrics metrics;

    RelayBatch(List<PublishedTable<?, ?>> tables, OutboxProperties properties, OutboxMetrics metrics) {
        this.tables = tables.stream()
                .collect(Collectors.toUnmodifiableMap(table -> table.topic().name(), Function.identity()));
        this.size = properties.batch();
        this.renew = properties.renew();
        this.metrics = metrics;
    }

    /** Publishes until the outbox is empty. A topic that refuses records keeps its rows and does not stop the others. */
    void drain(DatabaseClient database, RegistrationPublisher publisher) {
        publisher.renewAfter(renew);
        OutboxRows outbox = new OutboxRows(database);
        Set<String> topics = new HashSet<>(tables.keySet());
        boolean more = true;
        while (more) {
            List<OutboxRow> rows = RelaySession.await(outbox.first(size, topics));
            Map<String, List<OutboxRow>> byTopic = rows.stream()
                    .collect(Collectors.groupingBy(OutboxRow::topic, LinkedHashMap::new, Collectors.toList()));
            byTopic.forEach((topic, its) -> {
                try {
                    publish(topic, its, database, publisher);
                    RelaySession.run(outbox.delete(its));
                } catch (RefusedRecordsException e) {
                    topics.remove(topic);
                    metrics.failed();
                    log.warn("Kafka refuses records of {}, which are retried: {}", topic, e.getMessage());
                }
            });
            more = rows.size() == size;
        }
        metrics.pending(RelaySession.await(outbox.count()));
    }

    private void publish(String topic, List<OutboxRow> rows, DatabaseClient database, RegistrationPublisher publisher) {
        PublishedTable<?, ?> table = Objects.requireNonNull(tables.get(topic));
        Set<String> keys = rows.stream().map(OutboxRow::key).collect(Collectors.toSet());
        publisher.publish(records(table, keys, database));
        metrics.published(topic, keys.size());
    }

    private static <K, V> List<ProducerRecord<byte[], byte[]>> records(
            PublishedTable<K, V> table, Set<String> texts, DatabaseClient database) {
        Topic<K, V> topic = table.topic();
        Set<K> keys = texts.stream().map(text -> TopicKeys.parse(topic, text)).collect(Collectors.toSet());
        Map<K, V> values = RelaySession.await(table.valuesOf(keys, database));
        return keys.stream().map(key -> topic.record(key, values.get(key))).toList();
    }
}
