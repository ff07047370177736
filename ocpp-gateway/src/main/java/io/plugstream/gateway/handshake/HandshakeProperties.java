package io.plugstream.gateway.handshake;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Rules for handshakes.
 *
 * @param retryAfter minimum Retry-After while the gateway starts, stops or is overloaded; random up to twice this
 *     value, so that chargers do not all return together; under overload, retries are spread at the rate of admission
 * @param headerTimeout longest time from the first byte of a request to the end of its header fields
 * @param securityProfiles numbers of the accepted security profiles; empty to accept all that the port supports
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.handshake", ignoreUnknownFields = false)
record HandshakeProperties(
        @DefaultValue("5s") @DurationMin(seconds = 1) Duration retryAfter,

        @DefaultValue("10s") @DurationMin(seconds = 1) Duration headerTimeout,

        @DefaultValue Set<@Min(1) @Max(3) Integer> securityProfiles) {}
