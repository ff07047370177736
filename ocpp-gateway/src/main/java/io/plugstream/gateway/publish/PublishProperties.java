package io.plugstream.gateway.publish;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long Kafka, and other gateways, may take.
 *
 * @param acknowledgementTimeout for a write, or for the question how far a table reaches; after it the charger is told
 *     InternalError, while the write goes on
 * @param searchPatience how long the search for an event may come no further before it is given up
 * @param takeoverAfter how long a gateway that lives may take to publish an event before another does it in its place
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.publish", ignoreUnknownFields = false)
record PublishProperties(
        @DefaultValue("5s") @NotNull @DurationMin(millis = 100)
        Duration acknowledgementTimeout,

        @DefaultValue("30s") @NotNull @DurationMin(millis = 100)
        Duration searchPatience,

        @DefaultValue("60s") @NotNull @DurationMin(seconds = 1)
        Duration takeoverAfter) {

    /** The part of a write's time in which the producer may look for brokers or wait for room. */
    Duration block() {
        return acknowledgementTimeout.dividedBy(4);
    }

    /** The rest of it. */
    Duration patience() {
        return acknowledgementTimeout.minus(block());
    }
}
