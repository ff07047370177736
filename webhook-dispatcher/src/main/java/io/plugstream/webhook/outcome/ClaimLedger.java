package io.plugstream.webhook.outcome;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The shards that this instance owns and the outcomes that it knows, for recording the outcomes of their claims. */
@Component
public final class ClaimLedger {

    private final Map<Integer, OwnedShard> shards = new ConcurrentHashMap<>();
    private final KnownOutcomes known = new KnownOutcomes();

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

    /** Notes the outcome of a delivery of this process, until it is in the log. */
    void known(Ended outcome) {
        known.add(outcome);
    }

    /** The outcome of a delivery, if this process knows it and it is not known to be in the log. */
    @Nullable
    Ended outcomeOf(UUID deliveryId) {
        return known.of(deliveryId);
    }

    /** Forgets an outcome that can never be recorded; the delivery becomes unknown. */
    void forget(UUID deliveryId) {
        known.forget(deliveryId);
    }

    /** Notes that the outcome of a delivery of that shard is in the log. */
    void ended(int shard, UUID deliveryId) {
        known.forget(deliveryId);
        OwnedShard owned = shards.get(shard);
        if (owned != null) {
            owned.openClaims().ended(deliveryId);
        }
    }

    /** As {@link #ended(int, UUID)}, for a shard that may have been opened anew meanwhile. */
    void ended(OwnedShard shard, UUID deliveryId) {
        known.forget(deliveryId);
        shard.openClaims().ended(deliveryId);
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
