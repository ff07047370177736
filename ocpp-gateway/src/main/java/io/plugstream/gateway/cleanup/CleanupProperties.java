package io.plugstream.gateway.cleanup;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How gateways remove the stored state of chargers.
 *
 * @param sweepInterval how often a gateway looks for state that can be removed; it removes state that two
 *     searches in a row have found
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.memory", ignoreUnknownFields = false)
record CleanupProperties(
        @DefaultValue("1m") @DurationMin(millis = 50) Duration sweepInterval) {}
