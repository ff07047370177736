package io.plugstream.sandbox.shard;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.sandbox.log.ShardLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** The states with which a shard's chargers wake. */
final class Memories {

    private final int shard;
    private final ShardLog shardLog;
    private final OrderOffsets orders;
    private final TopicTable<ChargerId, SandboxState> states;
    private final Duration patience;

    /** The end of the log when each charger fell asleep here. */
    private final Map<ChargerId, Long> slept = new ConcurrentHashMap<>();

    /** @param patience how long the table of states may be behind */
    Memories(
            int shard,
            ShardLog shardLog,
            OrderOffsets orders,
            TopicTable<ChargerId, SandboxState> states,
            Duration patience) {
        this.shard = shard;
        this.shardLog = shardLog;
        this.orders = orders;
        this.states = states;
        this.patience = patience;
    }

    /** Notes that the charger fell asleep, and has written its last state. */
    void slept(ChargerId id) {
        slept.put(id, shardLog.end());
    }

    void forget(ChargerId id) {
        slept.remove(id);
    }

    /** The charger's state, once the table has read its last write. */
    @Nullable
    SandboxState of(ChargerId id) {
        var offset = slept.remove(id);
        try {
            if (offset != null && !states.awaitPosition(shard, offset, patience)) {
                throw new KafkaException("table " + states.name() + " is behind");
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        var known = states.get(id);
        return known == null ? null : orders.valid(known);
    }
}
