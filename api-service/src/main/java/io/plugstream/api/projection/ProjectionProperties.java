package io.plugstream.api.projection;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the read models fetch: a fetch and a database transaction for each event would cost more than all else.
 *
 * @param fetchBytes how many bytes a fetch waits for
 * @param fetchWait how long a fetch waits for them at most, and so how late read models are while little happens
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.projection", ignoreUnknownFields = false)
record ProjectionProperties(
        @DefaultValue("65536") @Min(1) @Max(16_777_216) int fetchBytes,

        @DefaultValue("50ms") @NotNull @DurationMin(millis = 1) @DurationMax(seconds = 2)
        Duration fetchWait) {

    /** Sets a consumer's fetches. */
    void apply(Properties consumer) {
        consumer.setProperty(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, Integer.toString(fetchBytes));
        consumer.setProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, Long.toString(fetchWait.toMillis()));
    }
}
