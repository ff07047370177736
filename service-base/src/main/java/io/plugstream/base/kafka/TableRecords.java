package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parses the records of a table's topic. */
final class TableRecords<K, V> {

    private static final Logger log = LoggerFactory.getLogger(TableRecords.class);

    private final String topic;
    private final Deserializer<K> keys;
    private final Deserializer<V> values;
    private final TableMetrics metrics;

    TableRecords(Topic<K, V> topic, TableMetrics metrics) {
        this.topic = topic.name();
        this.keys = topic.keys().deserializer();
        this.values = topic.values().deserializer();
        this.metrics = metrics;
    }

    String topic() {
        return topic;
    }

    /** Passes key and value (null for a tombstone) to {@code taker}. A record that fails is counted and skipped. */
    void read(ConsumerRecord<byte[], byte[]> record, BiConsumer<K, @Nullable V> taker) {
        try {
            K key = keys.deserialize(topic, record.key());
            V value = values.deserialize(topic, record.value());
            taker.accept(key, value);
        } catch (RuntimeException e) {
            metrics.unreadable();
            log.error(
                    "Record {} of {}-{} cannot be read: {}",
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    e.getMessage());
        }
    }

    K key(ConsumerRecord<byte[], byte[]> record) throws UnreadableRecordException {
        try {
            return Objects.requireNonNull(keys.deserialize(topic, record.key()), "no key");
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(e);
        }
    }

    V value(byte[] bytes) throws UnreadableRecordException {
        try {
            return Objects.requireNonNull(values.deserialize(topic, bytes), "no value");
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(e);
        }
    }

    /**
     * Applies a record to {@code map}.
     *
     * @param value null deletes the entry
     * @param rule chooses the valid one of two values; null for the last
     */
    static <K, V> void put(Map<K, V> map, K key, @Nullable V value, @Nullable BinaryOperator<V> rule) {
        if (value == null) {
            map.remove(key);
        } else if (rule == null) {
            map.put(key, value);
        } else {
            map.merge(key, value, rule);
        }
    }
}
