package io.plugstream.api.access;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The portal: web pages for users who sign in at the identity provider. The configured audience is its client id there.
 *
 * @param url the portal's address in browsers, such as {@code https://portal.example.com}; the identity provider
 *     redirects users to {@code /portal/callback} below it. Without it there is no portal
 * @param clientSecret authenticates the portal at the identity provider when it redeems a code; without it PKCE alone
 *     protects the exchange
 * @param scopes scopes requested at sign-in
 * @param life the longest duration of a session
 * @param idle how long an unused session lasts
 * @param callsPerMinute how many calls per minute a session may make at one instance
 * @param sweep how often ended sessions are removed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.portal", ignoreUnknownFields = false)
public record PortalProperties(
        @Nullable URI url,
        @Nullable String clientSecret,
        @DefaultValue({"openid", "profile"}) @NotEmpty List<String> scopes,

        @DefaultValue("8h") @DurationMin(seconds = 1) Duration life,

        @DefaultValue("1h") @DurationMin(seconds = 1) Duration idle,

        @DefaultValue("600") @Min(1) @Max(1_000_000) int callsPerMinute,

        @DefaultValue("10m") @DurationMin(seconds = 1) Duration sweep) {

    public PortalProperties {
        // A secret that was made from a file ends with the line end of that file.
        clientSecret = clientSecret == null ? null : clientSecret.strip();
        scopes = List.copyOf(scopes);
    }

    public boolean isOn() {
        return url != null;
    }

    /** Whether browsers reach the portal by https, so that cookies can be marked secure. */
    boolean isSecure() {
        return url != null && "https".equalsIgnoreCase(url.getScheme());
    }

    /** The value of {@code Origin} that browsers send for the portal's pages. */
    public String origin() {
        return url == null ? "" : WebOrigin.of(url);
    }

    @AssertTrue(
            message =
                    "plugstream.portal.url must be https://host or http://localhost, with an optional port and no path")
    public boolean isUrlUsable() {
        return url == null || WebOrigin.isOrigin(url);
    }

    @AssertTrue(message = "plugstream.portal.scopes must contain openid")
    public boolean isOpenIdAskedFor() {
        return scopes.contains("openid");
    }

    /** Omits the client secret. */
    @Override
    public String toString() {
        return "PortalProperties[url=" + url + ", scopes=" + scopes + ", life=" + life + ", idle=" + idle + ']';
    }
}
