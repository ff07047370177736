package io.plugstream.api.log;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Appending records whose acknowledgement a request waits for.
 *
 * @param acknowledgementTimeout how long Kafka may take to acknowledge a record that a request waits for; after that
 *     the client receives 503
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.log", ignoreUnknownFields = false)
public record LogProperties(
        @DefaultValue("2s") @DurationMin(millis = 100) Duration acknowledgementTimeout) {}
