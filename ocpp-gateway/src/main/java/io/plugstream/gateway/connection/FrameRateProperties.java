package io.plugstream.gateway.connection;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The rate limit for frames from one charger.
 *
 * @param perSecond sustained number of frames per second read from a socket; each further part of a long frame counts
 *     as 1/25 of a frame
 * @param burst number of additional frames allowed at once after a pause
 * @param patience a charger that exceeds the rate for this long without a pause is disconnected
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.frames", ignoreUnknownFields = false)
record FrameRateProperties(
        @DefaultValue("20") @Min(1) int perSecond,
        @DefaultValue("50") @Min(1) int burst,

        @DefaultValue("10m") @DurationMin(millis = 100) Duration patience) {}
