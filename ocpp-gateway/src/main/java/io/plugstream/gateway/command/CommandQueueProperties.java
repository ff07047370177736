package io.plugstream.gateway.command;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The queue of commands for a charger.
 *
 * @param waiting maximum number of commands that wait for one charger while it handles another command
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.command", ignoreUnknownFields = false)
record CommandQueueProperties(
        @DefaultValue("20") @Min(1) @Max(10_000) int waiting) {}
