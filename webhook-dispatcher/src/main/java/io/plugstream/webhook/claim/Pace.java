package io.plugstream.webhook.claim;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.deliver.Delivery;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Holds back late events, such as after an absence of all dispatchers, while a webhook that keeps up has no room for
 * them (ADR 24). Used for one batch.
 */
final class Pace {

    private final ToIntFunction<Claimed> room;
    private final long late;
    private final Map<String, Integer> planned = new HashMap<>();

    /**
     * @param room how many more deliveries the webhook of a claim should be given
     * @param late events appended before this time are late
     */
    Pace(ToIntFunction<Claimed> room, Instant late) {
        this.room = room;
        this.late = late.toEpochMilli();
    }

    /** Whether an event appended at {@code millis} may be claimed now, for all its webhooks or none. */
    boolean admits(long millis, List<Delivery> deliveries) {
        if (millis < late && !deliveries.stream().allMatch(this::hasRoom)) {
            return false;
        }
        deliveries.forEach(delivery -> planned.merge(delivery.claim().webhookId(), 1, Integer::sum));
        return true;
    }

    private boolean hasRoom(Delivery delivery) {
        Claimed claim = delivery.claim();
        return planned.getOrDefault(claim.webhookId(), 0) < room.applyAsInt(claim);
    }
}
