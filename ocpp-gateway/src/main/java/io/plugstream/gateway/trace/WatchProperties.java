package io.plugstream.gateway.trace;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits for the frames of watched chargers that this gateway publishes. After a pause, a burst of twice each number of
 * frames is allowed.
 *
 * @param perSecond frames per second for all chargers together
 * @param ofOrganisation frames per second for all chargers of an organisation
 * @param ofCharger frames per second for a charger
 * @param characters maximum length of a published frame; longer frames are truncated
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.watch", ignoreUnknownFields = false)
record WatchProperties(
        @DefaultValue("200") @Min(1) @Max(100_000) int perSecond,
        @DefaultValue("60") @Min(1) @Max(100_000) int ofOrganisation,
        @DefaultValue("20") @Min(1) @Max(100_000) int ofCharger,
        @DefaultValue("8192") @Min(64) @Max(65_536) int characters) {}
