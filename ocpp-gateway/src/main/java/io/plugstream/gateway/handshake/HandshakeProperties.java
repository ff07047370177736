package io.plugstream.gateway.handshake;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What handshakes are held to.
 *
 * @param failuresPerMinute failed handshakes that an address may make in a minute before it is told to wait; chargers
 *     with the right password still pass
 * @param retryAfter what a charger is told that comes while the gateway starts or stops
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.handshake", ignoreUnknownFields = false)
record HandshakeProperties(
        @DefaultValue("60") @Min(1) int failuresPerMinute,

        @DefaultValue("5s") @NotNull @DurationMin(seconds = 1)
        Duration retryAfter) {}
