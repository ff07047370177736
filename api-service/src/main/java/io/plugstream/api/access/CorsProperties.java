package io.plugstream.api.access;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Cross-origin requests (CORS) from browsers.
 *
 * @param allowedOrigins such as {@code https://portal.example.com}, or {@code *} for all; none by default
 * @param maxAge how long a browser may cache a preflight response
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.cors", ignoreUnknownFields = false)
public record CorsProperties(
        @DefaultValue
        List<
                        @NotNull
                        @Pattern(regexp = "\\*|https?://[^/*?#@\\s]+", message = "must be * or scheme://host[:port]")
                        String>
                allowedOrigins,

        @DefaultValue("10m") Duration maxAge) {

    public CorsProperties {
        allowedOrigins = List.copyOf(allowedOrigins);
    }
}
