package io.plugstream.api.projection;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the read models fetch. A fetch and a database transaction for each event would cost too much.
 *
 * @param fetchBytes how many bytes a fetch waits for
 * @param fetchWait the longest time that a fetch waits for {@code fetch-bytes}; this delays read models while few
 *     events come
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.projection", ignoreUnknownFields = false)
record ProjectionProperties(
        @DefaultValue("65536") @Min(1) @Max(16_777_216) int fetchBytes,

        @DefaultValue("100ms") @DurationMin(millis = 1) @DurationMax(seconds = 2)
        Duration fetchWait) {

    /** Writes these settings to a consumer's properties. */
    void apply(Properties consumer) {
        consumer.setProperty(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, Integer.toString(fetchBytes));
        consumer.setProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, Long.toString(fetchWait.toMillis()));
    }
}
