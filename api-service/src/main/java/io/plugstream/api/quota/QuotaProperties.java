package io.plugstream.api.quota;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How calls are metered.
 *
 * @param patience how long a call waits for its decision before it is not admitted
 * @param silence how long no decision may come, while calls wait, before quota-service counts as unavailable
 * @param partialSilence how long no decision may come for one partition's waiting calls before that part of
 *     quota-service counts as unavailable; shorter than {@code patience}, so that its calls can still proceed
 * @param probeInterval how often an absent quota-service is probed
 */
@ConfigurationProperties(prefix = "plugstream.quota", ignoreUnknownFields = false)
public record QuotaProperties(
        @DefaultValue("2s") Duration patience,
        @DefaultValue("250ms") Duration silence,
        @DefaultValue("1500ms") Duration partialSilence,
        @DefaultValue("1s") Duration probeInterval) {}
