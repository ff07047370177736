package io.plugstream.webhook.outcome;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a delivery's outcome is recorded, and when it is considered unknown. Both times are ages of the claim, as long as
 * the process knows it: a new owner of a shard counts from when it found the claim.
 *
 * @param recordWithin no append of an outcome begins later; must be long enough for waiting and attempt
 * @param unknownAfter a claim without outcome becomes unknown; two thirds of the time since {@code record-within} are
 *     for the append itself, the rest is a reserve
 * @param sweepEvery how often claims are checked
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

    /** Time limit of an append. */
    Duration appendTimeout() {
        return unknownAfter.minus(recordWithin).multipliedBy(2).dividedBy(3);
    }
}
