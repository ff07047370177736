package io.plugstream.webhook.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where claiming begins, how late events are held back, and how long claims are remembered.
 *
 * @param lookBack how far back events are claimed in a partition that was never claimed before: enough to lose nothing
 *     during a platform's first start, without replaying history
 * @param late events that have been in the log for longer wait for room in the queues of webhooks that keep up; younger
 *     events are claimed at once, and shed if there is no room
 * @param patience a webhook keeps up if its attempts take no longer than this on average
 * @param memory how long ids of claimed events are remembered to recognise copies; a shard's new owner reads them from
 *     the log
 * @param memoryEvents maximum number of ids remembered per shard, at about 50 bytes each; beyond it the oldest are
 *     forgotten early
 */
@ConfigurationProperties(prefix = "plugstream.claim", ignoreUnknownFields = false)
public record ClaimProperties(
        @DefaultValue("5m") Duration lookBack,
        @DefaultValue("1s") Duration late,
        @DefaultValue("1s") Duration patience,
        @DefaultValue("15m") Duration memory,
        @DefaultValue("250000") int memoryEvents) {

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
        if (!memory.isPositive()) {
            throw new IllegalArgumentException("plugstream.claim.memory must be positive");
        }
        if (memoryEvents < 1) {
            throw new IllegalArgumentException("plugstream.claim.memory-events must be positive");
        }
    }
}
