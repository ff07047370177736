package io.plugstream.webhook.outcome;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The shards that this instance owns, for recording the outcomes of their claims. */
@Component
public final class ClaimLedger {

    private final Map<Integer, OwnedShard> shards = new ConcurrentHashMap<>();

    public ClaimLedger(MeterRegistry meters) {
        Gauge.builder("plugstream.dispatcher.claims.open", this, ClaimLedger::openClaims)
                .description("Claims without outcome in the shards that this instance owns")
                .register(meters);
    }

    /** Makes this instance responsible for an outcome of each claim of the shard. */
    public void opened(OwnedShard shard) {
        shards.put(shard.number(), shard);
    }

    /** Ends this instance's responsibility for the shard. */
    public void closed(OwnedShard shard) {
        shards.remove(shard.number(), shard);
    }

    /** Notes that the outcome of a delivery of that shard is in the log. */
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
