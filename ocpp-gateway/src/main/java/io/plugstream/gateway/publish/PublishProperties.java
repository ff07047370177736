package io.plugstream.gateway.publish;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Timeouts for Kafka and for other gateways.
 *
 * @param acknowledgementTimeout timeout of a write, or of a query for the end of a table; after it the charger gets
 *     InternalError, or its socket is closed, while the write continues
 * @param searchPatience how long the search for an event may make no progress, or wait for its turn, before it is
 *     aborted; a search for old meter readings also ends after this time if others wait
 * @param takeoverAfter how long a live gateway may take to publish an event before another gateway publishes it
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.publish", ignoreUnknownFields = false)
record PublishProperties(
        @DefaultValue("5s") @DurationMin(millis = 100) Duration acknowledgementTimeout,

        @DefaultValue("30s") @DurationMin(millis = 100) Duration searchPatience,

        @DefaultValue("60s") @DurationMin(seconds = 1) Duration takeoverAfter) {

    /** The part of a write's timeout in which the producer may look for brokers or wait for buffer space. */
    Duration block() {
        return acknowledgementTimeout.dividedBy(4);
    }

    /** The rest of the timeout. */
    Duration waitLimit() {
        return acknowledgementTimeout.minus(block());
    }
}
