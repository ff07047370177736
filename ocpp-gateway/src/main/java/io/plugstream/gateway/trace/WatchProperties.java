package io.plugstream.gateway.trace;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much this gateway tells of the frames of chargers that somebody looks at. Of each number twice as many may come at
 * once after a pause.
 *
 * @param perSecond frames a second of all chargers together
 * @param ofOrganisation frames a second of all chargers of an organisation
 * @param ofCharger frames a second of a charger
 * @param characters of a longer frame only the beginning is told
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.watch", ignoreUnknownFields = false)
record WatchProperties(
        @DefaultValue("200") @Min(1) @Max(100_000) int perSecond,
        @DefaultValue("60") @Min(1) @Max(100_000) int ofOrganisation,
        @DefaultValue("20") @Min(1) @Max(100_000) int ofCharger,
        @DefaultValue("8192") @Min(64) @Max(65_536) int characters) {}
