package io.plugstream.api.outbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the outbox is emptied.
 *
 * @param poll how long the relay waits for a notification before it looks by itself
 * @param rest how long it waits after a batch, so that what comes meanwhile is published together
 * @param takeover how often a replica that does not publish tries to become the one that does
 * @param batch the most keys published in one Kafka transaction
 * @param lease how long after its last sign of life a replica that publishes is taken for dead
 * @param compareAtOnce how many rows are compared with a topic at once; what waits is published in between
 * @param compareAgain how long after topics and tables could not be compared this is tried again
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.outbox", ignoreUnknownFields = false)
record OutboxProperties(
        @DefaultValue("1s") @DurationMin(millis = 10) Duration poll,

        @DefaultValue("20ms") @DurationMin(millis = 0) @DurationMax(seconds = 1)
        Duration rest,

        @DefaultValue("500ms") @DurationMin(millis = 10) Duration takeover,
        @DefaultValue("500") @Min(1) @Max(10_000) int batch,
        @DefaultValue("10s") @DurationMin(seconds = 3) Duration lease,
        @DefaultValue("1000") @Min(1) @Max(100_000) int compareAtOnce,
        @DefaultValue("10s") @DurationMin(millis = 100) Duration compareAgain) {}
