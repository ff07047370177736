package io.plugstream.webhook.claim;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The dispatchers' consumer group, which only says who is to open which shard. */
final class ClaimGroup {

    static final String NAME = "webhook-dispatcher";

    /** After it the shards of a killed dispatcher go to others. */
    private static final int SESSION_TIMEOUT_MS = 8_000;
    /** So soon members hear that one has left. */
    private static final int HEARTBEAT_MS = 500;

    /** The default is 30 s, and all of it may be waited for when a broker hangs. */
    private static final int REQUEST_TIMEOUT_MS = 4_000;

    private ClaimGroup() {}

    /** Takes its former place at once if its process was killed and starts again: membership is static, by the name. */
    static Consumer<byte[], byte[]> member(KafkaClients clients, Instance instance) {
        String name = NAME + '-' + instance.name();
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, NAME);
        settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * REQUEST_TIMEOUT_MS);
        // Where to begin is always said; if the log does not go back so far, that is a failure and the session begins
        // anew.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // It gives partition i of all topics to one member, as long as they have equally many. And it is none of the
        // cooperative ones: those give a partition in two steps, and the second may never come (ADR 0034).
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(RangeAssignor.class.getName()));
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
