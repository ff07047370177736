package io.plugstream.webhook.claim;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where claiming begins, how late events are held back, and how long claims are remembered.
 *
 * @param lookBack how far back events are claimed in a partition that was never claimed before: enough to lose nothing
 *     during a platform's first start, without replaying history
 * @param late events that have been in the log for longer wait for room in the queues of webhooks that keep up, for a
 *     limited time; younger events are claimed at once, and shed if there is no room
 * @param patience a webhook keeps up if its attempts take no longer than this on average
 * @param memory how long ids of claimed events are remembered to recognise copies; a shard's new owner reads them from
 *     the log. More than the 10 minutes for which a gateway may still send a copy, or an event may be delivered twice
 * @param memoryEvents maximum number of ids remembered per shard, at about 50 bytes each; beyond it the oldest are
 *     forgotten early
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.claim", ignoreUnknownFields = false)
public record ClaimProperties(
        @DefaultValue("5m") @DurationMin(nanos = 0) Duration lookBack,
        @DefaultValue("1s") @DurationMin(nanos = 1) Duration late,
        @DefaultValue("1s") @DurationMin(nanos = 0) Duration patience,
        @DefaultValue("15m") @DurationMin(nanos = 1) Duration memory,
        @DefaultValue("250000") @Min(1) int memoryEvents) {}
