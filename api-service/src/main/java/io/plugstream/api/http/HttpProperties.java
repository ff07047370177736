package io.plugstream.api.http;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits for clients.
 *
 * @param headerTimeout from the first byte of a request to the end of its header fields
 * @param bodyTimeout from the end of the header fields to the end of the body; then the response is 408
 * @param idleTimeout between two requests on a connection, and for the client to read the part of a response that was
 *     sent; event streams that have caught up have their own limit
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.http", ignoreUnknownFields = false)
public record HttpProperties(
        @DefaultValue("10s") @DurationMin(seconds = 1) Duration headerTimeout,

        @DefaultValue("30s") @DurationMin(seconds = 1) Duration bodyTimeout,

        @DefaultValue("60s") @DurationMin(seconds = 1) Duration idleTimeout) {}
