package io.plugstream.model.topic;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
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
 */
public record Topic<K, V>(
        String name,
        Serde<K> keys,
        Serde<V> values,
        int partitions,
        boolean compacted,
        @Nullable Duration retention) {

    private static final Duration LARGEST_SEGMENT = Duration.ofDays(1);

    /** What to create it with; replication is the cluster's default. */
    public NewTopic creation() {
        return new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configuration());
    }

    /** The topic's own settings. */
    public Map<String, String> configuration() {
        Map<String, String> configuration = new TreeMap<>();
        configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, cleanUpPolicy());
        configuration.put(TopicConfig.RETENTION_MS_CONFIG, retention == null ? "-1" : millis(retention));
        if (retention != null && retention.compareTo(LARGEST_SEGMENT) < 0) {
            configuration.put(TopicConfig.SEGMENT_MS_CONFIG, millis(retention));
        }
        return configuration;
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
