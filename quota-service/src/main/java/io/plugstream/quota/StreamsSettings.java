package io.plugstream.quota;

import io.plugstream.base.Instance;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/** The settings of Kafka Streams for exact and fast decisions and for fast recovery. */
final class StreamsSettings {

    /**
     * After this time the broker aborts an abandoned transaction, which delays the instance that takes over. Must
     * exceed the commit interval.
     */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    /**
     * A record that Kafka does not take for so long fails its task or thread, and its calls are decided again. Until
     * then the thread decides nothing. Longer than a partition is without leader after a broker's death, and so long
     * that a lasting outage does not use up {@code plugstream.quota.thread-failures}. The default is 2 minutes.
     */
    static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(30);

    /** One heartbeat may be lost with its connection, and the next must arrive before the session times out. */
    private static final int HEARTBEATS_IN_A_SESSION = 6;

    /**
     * Closes a connection without answers this soon, even if TCP reports no error. A commit may meet several such
     * connections in a row, and decisions wait for it. The default is 30 s.
     */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(2_500);

    /**
     * The same for the main consumer. If all connections broke silently, a request and the metadata request after it
     * both time out; a heartbeat must still arrive before the session times out, or the partitions are reassigned.
     */
    private static final int REQUEST_TIMEOUTS_IN_A_SESSION = 4;

    /** Must exceed the half second for which a fetch waits for records. */
    private static final int SHORTEST_REQUEST_TIMEOUT_MS = 1_000;

    private StreamsSettings() {}

    /**
     * @param connection the settings of the Kafka connection, which the result includes
     * @param replicas how many replicas new changelogs get; null for the brokers' default
     */
    static StreamsConfig of(
            Map<String, Object> connection, QuotaProperties quota, @Nullable Integer replicas, Instance instance) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, QuotaTopology.SERVICE);
        settings.put(StreamsConfig.CLIENT_ID_CONFIG, QuotaTopology.SERVICE + '-' + instance.name());
        settings.put(StreamsConfig.STATE_DIR_CONFIG, quota.stateDirectory().toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, quota.threads());
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, quota.standbyReplicas());
        settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class);
        if (replicas != null) {
            settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replicas);
            if (replicas > 2) {
                settings.put(StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG), "2");
            }
        }
        decideExactly(settings, quota);
        decideFast(settings);
        recoverFast(settings, quota, instance);
        return new StreamsConfig(settings);
    }

    private static void decideExactly(Map<String, Object> settings, QuotaProperties quota) {
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, quota.commitInterval().toMillis());
        settings.put(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                Math.toIntExact(TRANSACTION_TIMEOUT.toMillis()));
        settings.put(
                StreamsConfig.producerPrefix(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG),
                Math.toIntExact(DELIVERY_TIMEOUT.toMillis()));
    }

    private static void decideFast(Map<String, Object> settings) {
        // Streams' default lingers 100 ms, but callers wait for these records.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
        // Records that arrive during a request share the next one: fewer, larger requests under load.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    }

    private static void recoverFast(Map<String, Object> settings, QuotaProperties quota, Instance instance) {
        int session = Math.toIntExact(quota.sessionTimeout().toMillis());
        settings.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), session);
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                session / HEARTBEATS_IN_A_SESSION);
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG),
                Math.clamp(
                        session / REQUEST_TIMEOUTS_IN_A_SESSION,
                        SHORTEST_REQUEST_TIMEOUT_MS,
                        Math.toIntExact(REQUEST_TIMEOUT.toMillis())));
        settings.put(StreamsConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(REQUEST_TIMEOUT.toMillis()));
        // Static membership: a restarted instance rejoins at once instead of waiting for its old session to time out.
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
                QuotaTopology.SERVICE + '-' + instance.name());
    }
}
