package io.plugstream.gateway.handshake;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What handshakes are held to.
 *
 * @param retryAfter what a charger is told at least that comes while the gateway starts, stops or is overrun; up to twice
 *     as much, so that not all come back together; while it is overrun, one after the other at the pace at which it lets them in
 * @param securityProfiles numbers of the security profiles that are accepted; none for all that the port can do
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.handshake", ignoreUnknownFields = false)
record HandshakeProperties(
        @DefaultValue("5s") @NotNull @DurationMin(seconds = 1)
        Duration retryAfter,

        @DefaultValue Set<@Min(1) @Max(3) Integer> securityProfiles) {}
