package io.plugstream.api.projection;

import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Instant;
import java.util.List;

/** The deliveries in one record: the claimed ones, perhaps none, or one that has ended. */
record DeliverySteps(Instant madeAt, List<DeliveryRecord> steps) {

    static DeliverySteps of(ClaimRecord claims) {
        return new DeliverySteps(
                claims.claimedAt(),
                claims.claims().map(DeliveryRecord.class::cast).toList());
    }

    static DeliverySteps of(Ended ended) {
        return new DeliverySteps(ended.endedAt(), List.of(ended));
    }
}
