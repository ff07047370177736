package io.plugstream.api.projection;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long read models keep tables that only grow.
 *
 * @param usage how long daily counts are kept; {@code GET /usage} shows 30 days
 * @param transactions how long charging sessions and their meter values are kept after their last event; longer than
 *     topics keep the events, because reading these again would create the sessions again
 * @param deletedChargers how long the ids of deleted chargers are remembered, so that late events change nothing; longer
 *     than topics keep the events
 * @param every how often expired rows are deleted
 * @param batch largest number of rows that a statement deletes
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.retention", ignoreUnknownFields = false)
public record RetentionProperties(
        @DefaultValue("400d") @DurationMin(days = 31) Duration usage,

        @DefaultValue("400d") @DurationMin(days = 8) Duration transactions,

        @DefaultValue("14d") @DurationMin(days = 8) Duration deletedChargers,

        @DefaultValue("10m") @DurationMin(seconds = 1) Duration every,

        @DefaultValue("1000") @Min(1) @Max(10_000) int batch) {}
