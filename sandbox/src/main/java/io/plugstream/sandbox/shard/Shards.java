package io.plugstream.sandbox.shard;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** Maps chargers to shards. */
final class Shards {

    private Shards() {}

    /** The charger's shard, computed as Kafka's producers choose the partition of a key. */
    static int shardOf(ChargerId id) {
        return Utils.toPositive(Utils.murmur2(id.toString().getBytes(StandardCharsets.UTF_8)))
                % Topics.SANDBOX_ORDERS.partitions();
    }
}
