package io.plugstream.quota;

import io.plugstream.base.Instance;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of Kafka Streams that make decisions exact, fast, and soon back after a failure. */
final class StreamsSettings {

    /** A transaction that nobody ends holds up an instance that takes the work over; it must outlive a commit interval. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    /** One may be lost with its connection, and the next must come before the session has ended. */
    private static final int HEARTBEATS_IN_A_SESSION = 6;

    /**
     * So soon a connection is given up on which nothing comes back, though TCP knows nothing of it. A commit may meet several in a
     * row, and decisions wait for it. The default is 30 s.
     */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(2_500);

    /**
     * The same for what is read. All connections may have been forgotten, and the next that is asked for news of the cluster
     * with them: both must be given up, and a heartbeat come, before the session has ended. Else the work is handed out anew.
     */
    private static final int REQUEST_TIMEOUTS_IN_A_SESSION = 4;

    /** A fetch waits half a second for records. */
    private static final int SHORTEST_REQUEST_TIMEOUT_MS = 1_000;

    private StreamsSettings() {}

    /** @param connection where and how to reach Kafka; added to */
    static StreamsConfig of(Map<String, Object> connection, QuotaProperties quota, Instance instance) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, QuotaTopology.SERVICE);
        settings.put(StreamsConfig.CLIENT_ID_CONFIG, QuotaTopology.SERVICE + '-' + instance.name());
        settings.put(StreamsConfig.STATE_DIR_CONFIG, quota.stateDirectory().toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, quota.threads());
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, quota.standbyReplicas());
        settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class);
        beExact(settings, quota);
        beFast(settings);
        comeBackSoon(settings, quota, instance);
        return new StreamsConfig(settings);
    }

    private static void beExact(Map<String, Object> settings, QuotaProperties quota) {
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, quota.commitInterval().toMillis());
        settings.put(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                Math.toIntExact(TRANSACTION_TIMEOUT.toMillis()));
    }

    private static void beFast(Map<String, Object> settings) {
        // Streams would wait 100 ms for more to send; callers wait for these records.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
        // What comes while a request is on its way shares the next one: fewer, larger requests when it matters.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    }

    private static void comeBackSoon(Map<String, Object> settings, QuotaProperties quota, Instance instance) {
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
        // A restarted instance takes its own place at once instead of waiting for its dead self to time out.
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
                QuotaTopology.SERVICE + '-' + instance.name());
    }
}
