package io.plugstream.webhook.claim;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.shard.ShardGroup;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** The dispatchers' consumer group, which only assigns shards to instances. */
final class ClaimGroup {

    static final String NAME = "webhook-dispatcher";

    /** After this time the shards of a killed dispatcher are reassigned. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(8);

    private ClaimGroup() {}

    static Consumer<byte[], byte[]> member(KafkaClients clients, Instance instance) {
        Map<String, Object> settings = ShardGroup.member(NAME, SESSION_TIMEOUT, clients, instance);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // The session always seeks to an offset; a missing offset is a failure that restarts the session.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return KafkaClients.openConsumer(settings);
    }
}
