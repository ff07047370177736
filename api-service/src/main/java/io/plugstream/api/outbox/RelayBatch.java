package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Empties the outbox batch by batch: reads the rows and the values of their keys, publishes, deletes the rows. After a
 * crash in between, the next relay publishes the same or a newer value again.
 */
final class RelayBatch {

    private static final Logger log = LoggerFactory.getLogger(RelayBatch.class);

    /** The keys of a Kafka transaction. */
    private static final int MOST_KEYS = 500;

    private final Map<String, PublishedTable<?, ?>> tables;
    private final Duration renew;
    private final OutboxMetrics metrics;

    RelayBatch(List<PublishedTable<?, ?>> tables, OutboxProperties properties, OutboxMetrics metrics) {
        this.tables = tables.stream()
                .collect(Collectors.toUnmodifiableMap(table -> table.topic().name(), Function.identity()));
        this.renew = properties.renew();
        this.metrics = metrics;
    }

    /**
     * Publishes all rows that are in the outbox. A partition that takes no records keeps its rows and does not stop the
     * others.
     */
    void drain(DatabaseClient database, RegistrationPublisher publisher) {
        OutboxRows outbox = new OutboxRows(database);
        HeldPartitions held = publisher.held();
        Set<TopicPartition> left = new HashSet<>(held.held());
        long after = 0;
        boolean more = true;
        while (more) {
            List<OutboxRow> rows = RelaySession.await(outbox.first(MOST_KEYS, tables.keySet(), after));
            List<TopicPartition> last = held.failed();
            rows.stream()
                    .collect(Collectors.groupingBy(this::partition, LinkedHashMap::new, Collectors.toList()))
                    .entrySet()
                    .stream()
                    .sorted(Comparator.comparingInt(partition -> last.indexOf(partition.getKey())))
                    .filter(partition -> !left.contains(partition.getKey()))
                    .forEach(partition -> {
                        try {
                            publish(partition.getKey(), partition.getValue(), database, publisher);
                            RelaySession.run(outbox.delete(partition.getValue()));
                        } catch (RefusedRecordsException e) {
                            left.add(partition.getKey());
                            left.addAll(held.held());
                            metrics.failed();
                            log.warn(
                                    "Kafka takes no records of {}, which are retried: {}",
                                    partition.getKey(),
                                    e.getMessage());
                        }
                    });
            more = rows.size() == MOST_KEYS;
            after = more ? rows.getLast().id() : after;
        }
        metrics.pending(RelaySession.await(outbox.count()));
    }

    private TopicPartition partition(OutboxRow row) {
        return partition(table(row.topic()).topic(), row.key());
    }

    private static <K> TopicPartition partition(Topic<K, ?> topic, String key) {
        return new TopicPartition(topic.name(), topic.partition(TopicKeys.parse(topic, key)));
    }

    private PublishedTable<?, ?> table(String topic) {
        return Objects.requireNonNull(tables.get(topic));
    }

    private void publish(
            TopicPartition partition, List<OutboxRow> rows, DatabaseClient database, RegistrationPublisher publisher) {
        publisher.prepare(partition, renew);
        Set<String> keys = rows.stream().map(OutboxRow::key).collect(Collectors.toSet());
        publisher.publish(partition, records(table(partition.topic()), keys, database));
        metrics.published(partition.topic(), keys.size());
    }

    private static <K, V> List<ProducerRecord<byte[], byte[]>> records(
            PublishedTable<K, V> table, Set<String> texts, DatabaseClient database) {
        Topic<K, V> topic = table.topic();
        Set<K> keys = texts.stream().map(text -> TopicKeys.parse(topic, text)).collect(Collectors.toSet());
        Map<K, V> values = RelaySession.await(table.valuesOf(keys, database));
        return keys.stream().map(key -> topic.record(key, values.get(key))).toList();
    }
}
