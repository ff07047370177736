package io.plugstream.gateway.publish;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.springframework.stereotype.Component;

/** Reads tables as of the time of the call or later, while {@link TopicTable#get} may be a little behind. */
@Component
public final class CurrentTables {

    private final Partitions partitions;
    private final Duration timeout;

    CurrentTables(Partitions partitions, PublishProperties properties) {
        this.partitions = partitions;
        this.timeout = properties.acknowledgementTimeout();
    }

    /** The value of {@code key} after all records that were acknowledged before this call. */
    public <K, V> Optional<V> get(Topic<K, V> topic, TopicTable<K, V> table, K key) throws NotAcknowledgedException {
        TopicPartition partition = partitions.of(topic, key);
        return get(table, key, partition.partition(), partitions.end(partition));
    }

    /** The value of {@code key} after the {@code written} record, and possibly after later ones. */
    public <K, V> Optional<V> get(TopicTable<K, V> table, K key, RecordMetadata written)
            throws NotAcknowledgedException {
        return get(table, key, written.partition(), written.offset() + 1);
    }

    private <K, V> Optional<V> get(TopicTable<K, V> table, K key, int partition, long end)
            throws NotAcknowledgedException {
        try {
            if (!table.awaitPosition(partition, end, timeout)) {
                throw new NotAcknowledgedException("table " + table.name() + " is behind");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException("interrupted", e);
        }
        return Optional.ofNullable(table.get(key));
    }
}
