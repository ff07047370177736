package io.plugstream.api.projection;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long read models keep what only ever grows.
 *
 * @param usage the counts of days; {@code GET /usage} shows 30
 * @param transactions charging sessions and their meter values, from their last sign of life; longer than topics keep the
 *     events, which would make them anew if they were read again
 * @param every how often what is older is deleted
 * @param batch how many rows a statement deletes at most
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.retention", ignoreUnknownFields = false)
public record RetentionProperties(
        @DefaultValue("400d") @NotNull @DurationMin(days = 31)
        Duration usage,

        @DefaultValue("400d") @NotNull @DurationMin(days = 8)
        Duration transactions,

        @DefaultValue("10m") @NotNull @DurationMin(seconds = 1)
        Duration every,

        @DefaultValue("1000") @Min(1) @Max(10_000) int batch) {}
