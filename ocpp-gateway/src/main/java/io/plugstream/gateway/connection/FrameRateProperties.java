package io.plugstream.gateway.connection;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How fast one charger may talk.
 *
 * @param perSecond frames that are read from a socket in a second for as long as it likes; each further part of a long frame
 *     counts like a 25th of one
 * @param burst so many more at once after a pause
 * @param patience a charger that has been too fast without a pause for this long is cut off
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.frames", ignoreUnknownFields = false)
record FrameRateProperties(
        @DefaultValue("20") @Min(1) int perSecond,
        @DefaultValue("50") @Min(1) int burst,

        @DefaultValue("10m") @NotNull @DurationMin(millis = 100)
        Duration patience) {}
