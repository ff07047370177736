package io.plugstream.webhook.outcome;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a delivery's end is recorded, and when it is given up for unknown. Both times are ages of the claim.
 *
 * @param recordWithin no append of an outcome begins later; must leave an attempt its time
 * @param unknownAfter a claim without outcome becomes unknown; two thirds of the time since {@code record-within} are for
 *     the append itself, the rest for clocks that differ
 * @param sweepEvery how often claims are looked over
 */
@ConfigurationProperties(prefix = "plugstream.outcome", ignoreUnknownFields = false)
public record OutcomeProperties(
        @DefaultValue("45s") Duration recordWithin,
        @DefaultValue("60s") Duration unknownAfter,
        @DefaultValue("1s") Duration sweepEvery) {

    public OutcomeProperties {
        if (recordWithin.compareTo(unknownAfter) >= 0) {
            throw new IllegalArgumentException(
                    "plugstream.outcome.record-within must be less than plugstream.outcome.unknown-after");
        }
        if (!sweepEvery.isPositive()) {
            throw new IllegalArgumentException("plugstream.outcome.sweep-every must be positive");
        }
    }

    /** How long an append may take. */
    Duration appendTimeout() {
        return unknownAfter.minus(recordWithin).multipliedBy(2).dividedBy(3);
    }
}
