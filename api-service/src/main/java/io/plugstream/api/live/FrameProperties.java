package io.plugstream.api.live;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How frames of chargers are streamed.
 *
 * @param streams largest number of streams of frames that an organisation may have open
 * @param time how long the stream of a live charger's frames stays open
 * @param buffer largest number of unread frames of a stream; further frames are left out and counted
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.frames", ignoreUnknownFields = false)
record FrameProperties(
        @DefaultValue("5") @Min(1) @Max(1_000) int streams,

        @DefaultValue("15m") @DurationMin(seconds = 1) @DurationMax(hours = 1)
        Duration time,

        @DefaultValue("256") @Min(16) @Max(4_096) int buffer) {}
