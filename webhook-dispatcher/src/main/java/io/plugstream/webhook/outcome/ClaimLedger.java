package io.plugstream.webhook.outcome;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The shards that this instance owns, for those who know or find out how deliveries ended. */
@Component
public final class ClaimLedger {

    private final Map<Integer, OwnedShard> shards = new ConcurrentHashMap<>();

    ClaimLedger(MeterRegistry meters) {
        Gauge.builder("plugstream.dispatcher.claims.open", this, ClaimLedger::openClaims)
                .description("Claims without outcome in the shards that this instance owns")
                .register(meters);
    }

    /** From now on this instance sees to it that each claim of the shard gets an outcome. */
    public void opened(OwnedShard shard) {
        shards.put(shard.number(), shard);
    }

    /** Somebody else does, or this instance when it has opened it again. */
    public void closed(OwnedShard shard) {
        shards.remove(shard.number(), shard);
    }

    /** The outcome of a delivery of that shard is in the log. */
    void ended(int shard, UUID deliveryId) {
        OwnedShard owned = shards.get(shard);
        if (owned != null) {
            owned.openClaims().ended(deliveryId);
        }
    }

    Collection<OwnedShard> shards() {
        return List.copyOf(shards.values());
    }

    private int openClaims() {
        return shards.values().stream()
                .mapToInt(shard -> shard.openClaims().size())
                .sum();
    }
}
