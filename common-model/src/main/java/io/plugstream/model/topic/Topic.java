package io.plugstream.model.topic;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka topic and what it holds.
 *
 * @param <K> the key's type
 * @param <V> the value's type
 * @param name the topic's name
 * @param keys how keys are written
 * @param values how values are written
 * @param partitions keyed topics keep this number for life
 * @param compacted whether only the newest record of a key is kept
 * @param retention how long records are kept; null: for ever
 * @param stamped whether the time of a record is when its broker appended it, instead of what its writer says
 */
public record Topic<K, V>(
        String name,
        Serde<K> keys,
        Serde<V> values,
        int partitions,
        boolean compacted,
        @Nullable Duration retention,
        boolean stamped) {

    private static final Duration LARGEST_SEGMENT = Duration.ofDays(1);

    // The segment that is written to is never compacted, so it is small and short.
    private static final int TABLE_SEGMENT_BYTES = 16 << 20;
    private static final Duration TABLE_SEGMENT = Duration.ofMinutes(10);

    // A compaction runs when half of a partition is newer than the last one, and an hour after a record at the latest.
    private static final String TABLE_DIRTY_SHARE = "0.5";
    private static final Duration TABLE_COMPACTION_AFTER = Duration.ofHours(1);

    // A reader that was away for less than this hears of each deletion.
    private static final Duration TABLE_TOMBSTONES = Duration.ofDays(1);

    /** A topic whose records have their writers' times. */
    public Topic(
            String name,
            Serde<K> keys,
            Serde<V> values,
            int partitions,
            boolean compacted,
            @Nullable Duration retention) {
        this(name, keys, values, partitions, compacted, retention, false);
    }

    /** The same topic, with the times of brokers. */
    Topic<K, V> stampedByBrokers() {
        return new Topic<>(name, keys, values, partitions, compacted, retention, true);
    }

    /** A record as bytes; without a value it is a tombstone. */
    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness.
    public ProducerRecord<byte[], byte[]> record(@Nullable K key, @Nullable V value) {
        return new ProducerRecord<>(
                name,
                keys.serializer().serialize(name, key),
                values.serializer().serialize(name, value));
    }

    /** A value that was written as bytes; empty for a tombstone, and for bytes that are no such value. */
    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness.
    public Optional<V> read(byte @Nullable [] value) {
        try {
            return Optional.ofNullable(values.deserializer().deserialize(name, value));
        } catch (SerializationException _) {
            return Optional.empty();
        }
    }

    /** What to create it with; replication is the cluster's default. */
    public NewTopic creation() {
        return new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configuration());
    }

    /** The topic's own settings. */
    public Map<String, String> configuration() {
        Map<String, String> configuration = new TreeMap<>();
        configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, cleanUpPolicy());
        configuration.put(TopicConfig.RETENTION_MS_CONFIG, retention == null ? "-1" : millis(retention));
        if (stamped) {
            configuration.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TimestampType.LOG_APPEND_TIME.name);
        }
        if (compacted) {
            configuration.putAll(compaction());
        } else if (retention != null && retention.compareTo(LARGEST_SEGMENT) < 0) {
            configuration.put(TopicConfig.SEGMENT_MS_CONFIG, millis(retention));
        }
        return configuration;
    }

    /** Keeps a table's size, and so the time to read it, in proportion to its keys however often they change. */
    private static Map<String, String> compaction() {
        return Map.of(
                TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(TABLE_SEGMENT_BYTES),
                TopicConfig.SEGMENT_MS_CONFIG, millis(TABLE_SEGMENT),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, TABLE_DIRTY_SHARE,
                TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, millis(TABLE_COMPACTION_AFTER),
                TopicConfig.DELETE_RETENTION_MS_CONFIG, millis(TABLE_TOMBSTONES));
    }

    private String cleanUpPolicy() {
        if (!compacted) {
            return TopicConfig.CLEANUP_POLICY_DELETE;
        }
        return retention == null
                ? TopicConfig.CLEANUP_POLICY_COMPACT
                : TopicConfig.CLEANUP_POLICY_COMPACT + ',' + TopicConfig.CLEANUP_POLICY_DELETE;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
