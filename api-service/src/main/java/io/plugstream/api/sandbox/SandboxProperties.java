package io.plugstream.api.sandbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Simulation of test chargers.
 *
 * @param enabled if false, no test charger is simulated, and the sandbox's paths return 404
 * @param actionsAMinute how many actions and scenarios a minute each replica accepts for a charger
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.sandbox", ignoreUnknownFields = false)
public record SandboxProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("60") @Min(1) @Max(10_000) int actionsAMinute) {}
