package io.plugstream.api.idempotency;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Handling of requests with an {@code Idempotency-Key}.
 *
 * @param keep how long a key is remembered
 * @param patience the longest time that a repeated request waits for the first one's response
 * @param lease how long a request may run before its process is assumed to have crashed; longer than any request takes
 * @param sweep how often expired keys are removed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.idempotency", ignoreUnknownFields = false)
public record IdempotencyProperties(
        @DefaultValue("24h") @DurationMin(minutes = 1) Duration keep,

        @DefaultValue("10s") Duration patience,

        @DefaultValue("60s") @DurationMin(seconds = 1) Duration lease,

        @DefaultValue("5m") @DurationMin(seconds = 1) Duration sweep) {}
