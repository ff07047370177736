package io.plugstream.api.quota;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How calls are metered.
 *
 * @param patience the longest a call waits for its decision while decisions flow
 * @param silence how long nothing may come back, while calls wait, before quota-service counts as away
 * @param probeInterval how often an absent quota-service is asked whether it is back
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.quota", ignoreUnknownFields = false)
public record QuotaProperties(
        @DefaultValue("2s") @NotNull Duration patience,
        @DefaultValue("250ms") @NotNull Duration silence,
        @DefaultValue("1s") @NotNull Duration probeInterval) {}
