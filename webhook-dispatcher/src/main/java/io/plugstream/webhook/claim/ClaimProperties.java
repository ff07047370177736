package io.plugstream.webhook.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where claiming begins, and how fast it goes on after an absence.
 *
 * @param lookBack how far back a partition is claimed that was never claimed before: far enough that nothing is lost while
 *     a platform starts for the first time, and no replay of history
 * @param late an event that has been in the log for longer waits for room in the lines of webhooks that keep up; a younger
 *     one is claimed at once, and shed if there is none
 * @param patience a webhook keeps up as long as its attempts take no longer on average
 */
@ConfigurationProperties(prefix = "plugstream.claim", ignoreUnknownFields = false)
public record ClaimProperties(
        @DefaultValue("5m") Duration lookBack,
        @DefaultValue("1s") Duration late,
        @DefaultValue("1s") Duration patience) {

    public ClaimProperties {
        if (lookBack.isNegative()) {
            throw new IllegalArgumentException("plugstream.claim.look-back must not be negative");
        }
        if (!late.isPositive()) {
            throw new IllegalArgumentException("plugstream.claim.late must be positive");
        }
        if (patience.isNegative()) {
            throw new IllegalArgumentException("plugstream.claim.patience must not be negative");
        }
    }
}
