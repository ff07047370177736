package io.plugstream.api.quota;

import jakarta.validation.constraints.AssertTrue;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How calls are metered.
 *
 * @param patience how long a call waits for its decision before it is not admitted
 * @param silence how long no decision may come, while calls wait, before quota-service counts as unavailable
 * @param partialSilence how long no decision may come for one partition's waiting calls before that part of
 *     quota-service counts as unavailable; shorter than {@code patience}, so that its calls can still proceed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.quota", ignoreUnknownFields = false)
public record QuotaProperties(
        @DefaultValue("2s") @DurationMin(millis = 100) Duration patience,
        @DefaultValue("250ms") @DurationMin(millis = 25) Duration silence,
        @DefaultValue("1500ms") @DurationMin(millis = 25) Duration partialSilence) {

    @AssertTrue(message = "plugstream.quota.partial-silence must be shorter than plugstream.quota.patience")
    public boolean isPartialSilenceShort() {
        return partialSilence.compareTo(patience) < 0;
    }
}
