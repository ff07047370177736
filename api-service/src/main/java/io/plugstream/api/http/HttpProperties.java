package io.plugstream.api.http;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long a client may take.
 *
 * @param headerTimeout from the first byte of a request to the end of its header fields
 * @param bodyTimeout from there to the end of its body; then it is answered 408
 * @param idleTimeout between two requests on a connection, and for reading what it was sent of an answer; event streams
 *     are bounded otherwise
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.http", ignoreUnknownFields = false)
public record HttpProperties(
        @DefaultValue("10s") @NotNull @DurationMin(seconds = 1)
        Duration headerTimeout,

        @DefaultValue("30s") @NotNull @DurationMin(seconds = 1)
        Duration bodyTimeout,

        @DefaultValue("60s") @NotNull @DurationMin(seconds = 1)
        Duration idleTimeout) {}
