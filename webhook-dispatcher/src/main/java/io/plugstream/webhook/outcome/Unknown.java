package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.time.Instant;

/** The end of a delivery about which nobody can say more. */
final class Unknown {

    private Unknown() {}

    static Ended of(Claimed claim, Instant now) {
        return new Ended(
                claim.deliveryId(),
                claim.organisationId(),
                claim.mode(),
                claim.webhookId(),
                claim.eventId(),
                claim.event(),
                Outcome.UNKNOWN,
                null,
                null,
                null,
                now);
    }
}
