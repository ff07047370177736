package io.plugstream.gateway.presence;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How gateways detect that another gateway is lost.
 *
 * @param beatInterval how often a gateway publishes a beat
 * @param missedBeats a gateway is lost when another one has published this many beats since its last
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.presence", ignoreUnknownFields = false)
record PresenceProperties(
        @DefaultValue("5s") @DurationMin(millis = 50) Duration beatInterval,

        @DefaultValue("6") @Min(2) @Max(1000) int missedBeats) {}
