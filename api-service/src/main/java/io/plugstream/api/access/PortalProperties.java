package io.plugstream.api.access;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The portal, the pages for people who sign in at the identity provider. Its client id there is the audience.
 *
 * @param url where browsers reach the portal, such as {@code https://portal.example.com}; people come back from the
 *     identity provider to {@code /portal/callback} below it. Without it there is no portal
 * @param clientSecret proves to the identity provider who redeems a code; without it PKCE alone does
 * @param scopes asked for at sign-in
 * @param life how long a session lasts at most
 * @param idle how long a session lasts that nobody uses
 * @param callsPerMinute how many calls a session may make a minute at one instance
 * @param sweep how often sessions that are over are removed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.portal", ignoreUnknownFields = false)
public record PortalProperties(
        @Nullable URI url,
        @Nullable String clientSecret,
        @DefaultValue({"openid", "profile"}) @NotEmpty List<String> scopes,

        @DefaultValue("8h") @NotNull @DurationMin(seconds = 1)
        Duration life,

        @DefaultValue("1h") @NotNull @DurationMin(seconds = 1)
        Duration idle,

        @DefaultValue("600") @Min(1) @Max(1_000_000) int callsPerMinute,

        @DefaultValue("10m") @NotNull @DurationMin(seconds = 1)
        Duration sweep) {

    public PortalProperties {
        scopes = List.copyOf(scopes);
    }

    /** Whether there is a portal. */
    public boolean isOn() {
        return url != null;
    }

    /** Whether browsers come by https, so that cookies can be kept from everybody else. */
    boolean isSecure() {
        return url != null && "https".equalsIgnoreCase(url.getScheme());
    }

    /** What a browser writes as the origin of the portal's pages. */
    public String origin() {
        return url == null ? "" : WebOrigin.of(url);
    }

    @AssertTrue(
            message =
                    "plugstream.portal.url must be https://host or http://localhost, with a port or without, and no more")
    public boolean isUrlUsable() {
        return url == null || WebOrigin.isOne(url);
    }

    @AssertTrue(message = "plugstream.portal.scopes must contain openid")
    public boolean isOpenIdAskedFor() {
        return scopes.contains("openid");
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "PortalProperties[url=" + url + ", scopes=" + scopes + ", life=" + life + ", idle=" + idle + ']';
    }
}
