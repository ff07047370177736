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
import org.apache.kafka.common.utils.Utils;
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
 * @param retention how long records are kept at least; null means for ever. Kafka deletes whole segments, so a log
 *     keeps them for up to a quarter longer, at most a day
 * @param stamped whether a record's timestamp is the broker's append time instead of the producer's time
 */
public record Topic<K, V>(
        String name,
        Serde<K> keys,
        Serde<V> values,
        int partitions,
        boolean compacted,
        @Nullable Duration retention,
        boolean stamped) {

    // Kafka deletes a segment when its newest record has expired, so its oldest record stays longer by this time.
    private static final Duration LONGEST_SEGMENT = Duration.ofDays(1);
    private static final int SEGMENTS_IN_RETENTION = 4;

    // Kafka never compacts the active segment, so it is kept small and short-lived.
    private static final int TABLE_SEGMENT_BYTES = 16 << 20;
    private static final Duration TABLE_SEGMENT = Duration.ofMinutes(10);

    // Compaction runs once half of a partition's log is newer than the last compaction, and at most an hour after a
    // record.
    private static final String TABLE_DIRTY_SHARE = "0.5";
    private static final Duration TABLE_COMPACTION_AFTER = Duration.ofHours(1);

    /** How long a table's topic keeps tombstones: a consumer that was away for less time still reads every one. */
    public static final Duration TOMBSTONES = Duration.ofDays(1);

    /** A topic whose records have their producers' timestamps. */
    public Topic(
            String name,
            Serde<K> keys,
            Serde<V> values,
            int partitions,
            boolean compacted,
            @Nullable Duration retention) {
        this(name, keys, values, partitions, compacted, retention, false);
    }

    /** The same topic with the brokers' append times. */
    Topic<K, V> stampedByBrokers() {
        return new Topic<>(name, keys, values, partitions, compacted, retention, true);
    }

    /** The same topic for readers that need only the fields of {@code type}. */
    public <T> Topic<K, T> readAs(Class<T> type) {
        return new Topic<>(name, keys, new JsonSerde<>(type), partitions, compacted, retention, stamped);
    }

    /** A serialised record; a null value makes it a tombstone. */
    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations.
    public ProducerRecord<byte[], byte[]> record(@Nullable K key, @Nullable V value) {
        return new ProducerRecord<>(
                name,
                keys.serializer().serialize(name, key),
                values.serializer().serialize(name, value));
    }

    /** The partition of a key, computed as Kafka's producers do. */
    public int partition(K key) {
        return partition(key, partitions);
    }

    /** The partition of a key if the topic has {@code count} partitions. */
    public int partition(K key, int count) {
        return Utils.toPositive(Utils.murmur2(keys.serializer().serialize(name, key))) % count;
    }

    /** Deserialises a value; empty for a tombstone and for bytes that are not such a value. */
    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations.
    public Optional<V> read(byte @Nullable [] value) {
        try {
            return Optional.ofNullable(values.deserializer().deserialize(name, value));
        } catch (SerializationException _) {
            return Optional.empty();
        }
    }

    /** The request that creates the topic; replication is the cluster's default. */
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
        } else if (retention != null) {
            configuration.put(TopicConfig.SEGMENT_MS_CONFIG, millis(segment(retention)));
        }
        return configuration;
    }

    /** How long a log writes to a segment: a quarter of the retention, at most a day. */
    private static Duration segment(Duration retention) {
        if (retention.compareTo(Duration.ofDays(1)) < 0) {
            // Kafka looks for expired segments only every five minutes, so shorter ones would be no use.
            return retention;
        }
        Duration part = retention.dividedBy(SEGMENTS_IN_RETENTION);
        return part.compareTo(LONGEST_SEGMENT) < 0 ? part : LONGEST_SEGMENT;
    }

    /** Keeps a table's size, and so the time to read it, proportional to its number of keys. */
    private static Map<String, String> compaction() {
        return Map.of(
                TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(TABLE_SEGMENT_BYTES),
                TopicConfig.SEGMENT_MS_CONFIG, millis(TABLE_SEGMENT),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, TABLE_DIRTY_SHARE,
                TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, millis(TABLE_COMPACTION_AFTER),
                TopicConfig.DELETE_RETENTION_MS_CONFIG, millis(TOMBSTONES));
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
