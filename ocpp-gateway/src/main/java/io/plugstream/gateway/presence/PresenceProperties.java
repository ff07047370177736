package io.plugstream.gateway.presence;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How gateways know of each other.
 *
 * @param beatInterval how often a gateway gives a sign of life
 * @param missedBeats a gateway is lost when another has given so many signs of life since its last
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.presence", ignoreUnknownFields = false)
record PresenceProperties(
        @DefaultValue("5s") @NotNull @DurationMin(millis = 50)
        Duration beatInterval,

        @DefaultValue("6") @Min(2) @Max(1000) int missedBeats) {}
