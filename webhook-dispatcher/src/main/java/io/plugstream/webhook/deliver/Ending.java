package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.time.Instant;

/** Turns a claim into the record of its end. */
final class Ending {

    private Ending() {}

    static Ended withoutAttempt(Claimed claim, Outcome outcome, Instant now) {
        return new Ended(
                claim.deliveryId(),
                claim.organisationId(),
                claim.mode(),
                claim.webhookId(),
                claim.eventId(),
                claim.event(),
                outcome,
                null,
                null,
                null,
                now);
    }

    static Ended of(Claimed claim, PostResult result, Instant attemptedAt, Duration took) {
        return new Ended(
                claim.deliveryId(),
                claim.organisationId(),
                claim.mode(),
                claim.webhookId(),
                claim.eventId(),
                claim.event(),
                result.outcome(),
                result.status(),
                attemptedAt,
                took.toMillis(),
                attemptedAt.plus(took));
    }
}
