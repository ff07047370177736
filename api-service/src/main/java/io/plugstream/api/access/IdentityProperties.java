package io.plugstream.api.access;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The identity provider whose ID tokens are believed.
 *
 * @param issuer its {@code iss}; discovery is below it. Required
 * @param audience what {@code aud} must hold
 * @param organisationClaim names the organisation
 * @param rolesClaim a list of roles, or one
 * @param operatorRole the role that opens the operator API
 * @param allowHttp whether the issuer may be plain http on another machine than this, where anybody on the way could forge
 *     keys; for local runs
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.identity", ignoreUnknownFields = false)
public record IdentityProperties(
        @NotNull URI issuer,
        @DefaultValue("plugstream") @NotBlank String audience,
        @DefaultValue("org_id") @NotBlank String organisationClaim,
        @DefaultValue("roles") @NotBlank String rolesClaim,
        @DefaultValue("operator") @NotBlank String operatorRole,
        boolean allowHttp) {

    @AssertTrue(message = "plugstream.identity.issuer must be https, unless plugstream.identity.allow-http is set")
    public boolean isIssuerSafe() {
        return issuer == null || isSafe(issuer);
    }

    /** Whether nobody on the way to {@code address}, one of the provider's, can listen or forge, or that is allowed. */
    public boolean isSafe(URI address) {
        return allowHttp || WebOrigin.isPrivate(address);
    }
}
