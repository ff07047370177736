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
 * @param perSecond frames, or parts of frames, that are read from a socket in a second for as long as it likes
 * @param burst so many more at once after a pause
 * @param patience a charger that has been too fast without a pause for this long is cut off
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.frames", ignoreUnknownFields = false)
record FrameRateProperties(
        @DefaultValue("500") @Min(1) int perSecond,
        @DefaultValue("1000") @Min(1) int burst,

        @DefaultValue("30s") @NotNull @DurationMin(millis = 100)
        Duration patience) {}
