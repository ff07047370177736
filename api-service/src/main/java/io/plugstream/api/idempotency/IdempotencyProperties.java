package io.plugstream.api.idempotency;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How requests with an {@code Idempotency-Key} are treated.
 *
 * @param keep how long a key is remembered
 * @param patience the longest a repeated request waits for the first one's answer
 * @param lease how long a request may work before its process is taken for dead; longer than any request takes
 * @param sweep how often forgotten keys are removed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.idempotency", ignoreUnknownFields = false)
public record IdempotencyProperties(
        @DefaultValue("24h") @NotNull @DurationMin(minutes = 1)
        Duration keep,

        @DefaultValue("10s") @NotNull Duration patience,

        @DefaultValue("60s") @NotNull @DurationMin(seconds = 1)
        Duration lease,

        @DefaultValue("5m") @NotNull @DurationMin(seconds = 1)
        Duration sweep) {}
