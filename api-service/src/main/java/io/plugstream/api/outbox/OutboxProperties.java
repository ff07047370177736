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
 * How the outbox is published.
 *
 * @param poll how long the relay waits for a notification before it polls the outbox
 * @param rest pause after a batch, so that changes in that time are published together
 * @param takeover how often a replica that does not publish tries to take over
 * @param batch largest number of keys published in one Kafka transaction
 * @param lease how long after the publishing replica's last heartbeat another replica may take over
 * @param compareAtOnce how many rows are compared with a topic at once; the outbox is published in between
 * @param compareAgain pause before a failed comparison of topics and tables is retried
 * @param renew after how long without a publication to a partition its transactional id is used anew, because Kafka
 *     forgets unused ones after {@code transactional.id.expiration.ms} (7 days by default)
 * @param withdrawAll whether to start on a database without organisations although topics have registrations, and to
 *     withdraw all of them
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
        @DefaultValue("10s") @DurationMin(millis = 100) Duration compareAgain,

        @DefaultValue("1d") @DurationMin(millis = 10) @DurationMax(days = 6)
        Duration renew,

        @DefaultValue("false") boolean withdrawAll) {}
