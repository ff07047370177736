package io.plugstream.gateway.publish;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long Kafka may take.
 *
 * @param acknowledgementTimeout for a write, or for the question how far a table reaches; after it the charger is told
 *     InternalError
 * @param searchTimeout for the search for an event after a restart
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.publish", ignoreUnknownFields = false)
record PublishProperties(
        @DefaultValue("5s") @NotNull @DurationMin(millis = 100)
        Duration acknowledgementTimeout,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 100)
        Duration searchTimeout) {}
