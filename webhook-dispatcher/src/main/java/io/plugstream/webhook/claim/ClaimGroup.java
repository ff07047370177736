package io.plugstream.webhook.claim;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.RangeAssignor;

/** The dispatchers' consumer group, which only assigns shards to instances. */
final class ClaimGroup {

    static final String NAME = "webhook-dispatcher";

    /** After this time the shards of a killed dispatcher are reassigned. */
    private static final int SESSION_TIMEOUT_MS = 8_000;
    /** Members learn of a rebalance at their next heartbeat. */
    private static final int HEARTBEAT_MS = 500;

    /** A hung broker may cost this whole time; the default is 30 s. */
    private static final int REQUEST_TIMEOUT_MS = 4_000;

    private ClaimGroup() {}

    /** Creates a static member, named after the instance: a killed process that restarts rejoins at once. */
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
        // The session always seeks to an offset; a missing offset is a failure that restarts the session.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // The range assignor gives partition i of all topics to one member if all have the same number of partitions.
        // Cooperative assignors hand a partition over in two steps, the second of which may never happen (ADR 0034).
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(RangeAssignor.class.getName()));
        return KafkaClients.openConsumer(settings);
    }
}
