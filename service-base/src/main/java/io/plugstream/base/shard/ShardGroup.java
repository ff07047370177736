package io.plugstream.base.shard;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.RangeAssignor;

/** A consumer group that assigns shards to instances. */
public final class ShardGroup {

    /** Members learn of a rebalance at their next heartbeat. */
    private static final int HEARTBEAT_MS = 500;

    /** A hung broker may cost this whole time; the default is 30 s. */
    private static final int REQUEST_TIMEOUT_MS = 4_000;

    private ShardGroup() {}

    /**
     * Settings of a static member, named after the instance: a killed process that restarts rejoins at once.
     *
     * @param sessionTimeout after this time the shards of a killed instance are reassigned
     */
    public static Map<String, Object> member(
            String group, Duration sessionTimeout, KafkaClients clients, Instance instance) {
        String name = group + '-' + instance.name();
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) sessionTimeout.toMillis());
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * REQUEST_TIMEOUT_MS);
        // The range assignor gives partition i of all topics to one member if all have the same number of partitions.
        // Cooperative assignors hand a partition over in two steps, the second of which may never happen (ADR 34).
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(RangeAssignor.class.getName()));
        return settings;
    }

    /** Closes a member. One that remains gets its shards again if it restarts before its session times out. */
    public static void close(Consumer<?, ?> member, Duration longest, boolean leaves) {
        member.close(CloseOptions.timeout(longest)
                .withGroupMembershipOperation(
                        leaves ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.REMAIN_IN_GROUP));
    }
}
