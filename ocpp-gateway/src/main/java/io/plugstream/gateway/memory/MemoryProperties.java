package io.plugstream.gateway.memory;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How what gateways remember of chargers is forgotten.
 *
 * @param sweepInterval how often a gateway looks for what can be forgotten; it goes when it was found twice
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.memory", ignoreUnknownFields = false)
record MemoryProperties(
        @DefaultValue("1m") @NotNull @DurationMin(millis = 50)
        Duration sweepInterval) {}
