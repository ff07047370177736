package io.plugstream.api.live;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How events are streamed.
 *
 * @param heartbeat interval between heartbeats of a stream, and between checks of its credential
 * @param buffer how many unread events a stream may have before it is cut off; more than the head fetches at once
 * @param gapReaders how many resumed streams read missed events at the same time
 * @param gapChunk how many missed events are read at once
 * @param gapRate largest number of missed events a second for a stream, so that others are served meanwhile
 * @param streams how many streams an organisation may have open
 * @param catchingUp how many of an organisation's streams may read missed events at the same time
 * @param lease how long a replica's streams still count after its last heartbeat in the database
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.live", ignoreUnknownFields = false)
public record LiveProperties(
        @DefaultValue("15s") @DurationMin(millis = 100) Duration heartbeat,

        @DefaultValue("1024") @Min(16) @Max(65_536) int buffer,
        @DefaultValue("8") @Min(1) @Max(64) int gapReaders,
        @DefaultValue("200") @Min(1) @Max(10_000) int gapChunk,
        @DefaultValue("2000") @Min(1) @Max(100_000) int gapRate,
        @DefaultValue("20") @Min(1) @Max(10_000) int streams,
        @DefaultValue("2") @Min(1) @Max(1_000) int catchingUp,

        @DefaultValue("6s") @DurationMin(millis = 300) Duration lease) {}
