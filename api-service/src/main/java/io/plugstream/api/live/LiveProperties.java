package io.plugstream.api.live;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How events are streamed.
 *
 * @param heartbeat how often a stream says that it is there, and that its credential is looked at again
 * @param buffer how many events a stream may be behind before it is cut off; more than the head takes from Kafka at once
 * @param farewell how long a stream that was cut off may take to read its last events before its connection is closed
 * @param gapReaders how many gaps of streams that come back are read at the same time
 * @param gapChunk how many events of a gap are read at once
 * @param gapRate how many events a second a stream gets of a gap at most, as others have to be served meanwhile
 * @param streams how many streams an organisation may have open
 * @param catchingUp how many of them may at the same time read what they missed
 * @param lease how long after its last sign of life the streams of a replica still count
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.live", ignoreUnknownFields = false)
public record LiveProperties(
        @DefaultValue("15s") @NotNull @DurationMin(millis = 100)
        Duration heartbeat,

        @DefaultValue("1024") @Min(16) @Max(65_536) int buffer,
        @DefaultValue("30s") @NotNull Duration farewell,
        @DefaultValue("8") @Min(1) @Max(64) int gapReaders,
        @DefaultValue("200") @Min(1) @Max(10_000) int gapChunk,
        @DefaultValue("2000") @Min(1) @Max(100_000) int gapRate,
        @DefaultValue("20") @Min(1) @Max(10_000) int streams,
        @DefaultValue("2") @Min(1) @Max(1_000) int catchingUp,

        @DefaultValue("6s") @NotNull @DurationMin(millis = 300)
        Duration lease) {}
