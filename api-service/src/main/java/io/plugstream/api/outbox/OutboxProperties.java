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
 * @param lease how long after the publishing replica's last heartbeat another replica may take over
 * @param compareAtOnce how many rows are compared with a topic at once; the outbox is published in between
 * @param renew after how long without a publication to a partition its transactional id is used anew, because Kafka
 *     forgets unused ones after {@code transactional.id.expiration.ms} (7 days by default)
 * @param withdrawAll whether to start on a database without organisations although topics have registrations, and to
 *     withdraw all of them
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.outbox", ignoreUnknownFields = false)
record OutboxProperties(
        @DefaultValue("1s") @DurationMin(millis = 10) Duration poll,
        @DefaultValue("10s") @DurationMin(seconds = 3) Duration lease,
        @DefaultValue("1000") @Min(1) @Max(100_000) int compareAtOnce,

        @DefaultValue("1d") @DurationMin(millis = 10) @DurationMax(days = 6)
        Duration renew,

        @DefaultValue("false") boolean withdrawAll) {}
