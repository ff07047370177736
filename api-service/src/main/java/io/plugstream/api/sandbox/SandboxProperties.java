package io.plugstream.api.sandbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Whether test chargers are simulated.
 *
 * @param enabled false: no test charger is simulated, and the sandbox's paths answer 404
 * @param actionsAMinute how many actions and scenarios of a charger are taken in a minute, by each replica
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.sandbox", ignoreUnknownFields = false)
public record SandboxProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("60") @Min(1) @Max(10_000) int actionsAMinute) {}
