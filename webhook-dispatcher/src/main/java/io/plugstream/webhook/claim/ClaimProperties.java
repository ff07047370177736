package io.plugstream.webhook.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where claiming begins, how fast it goes on after an absence, and how long it is remembered.
 *
 * @param lookBack how far back a partition is claimed that was never claimed before: far enough that nothing is lost while
 *     a platform starts for the first time, and no replay of history
 * @param late an event that has been in the log for longer waits for room in the lines of webhooks that keep up; a younger
 *     one is claimed at once, and shed if there is none
 * @param patience a webhook keeps up as long as its attempts take no longer on average
 * @param memory how long the id of a claimed event is remembered, so that a copy of it is recognised; read from the log
 *     when a shard is taken over
 * @param memoryEvents how many ids of a shard are remembered at most, at about 50 bytes; beyond that the oldest are
 *     forgotten sooner
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
