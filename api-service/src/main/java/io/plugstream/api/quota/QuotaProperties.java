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
 * @param partialSilence how long nothing may come back for the calls of one partition, while decisions of others flow,
 *     before what decides them counts as away; less than {@code patience}, so that its calls go on in time
 * @param probeInterval how often an absent quota-service is asked whether it is back
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.quota", ignoreUnknownFields = false)
public record QuotaProperties(
        @DefaultValue("2s") @NotNull Duration patience,
        @DefaultValue("250ms") @NotNull Duration silence,
        @DefaultValue("1500ms") @NotNull Duration partialSilence,
        @DefaultValue("1s") @NotNull Duration probeInterval) {}
