package io.plugstream.api.access;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The trusted identity provider.
 *
 * @param issuer the provider's {@code iss}; its discovery document is at a well-known path below it. Required
 * @param audience a token's {@code aud} must contain this value
 * @param organisationClaim the claim with the organisation's id
 * @param rolesClaim the claim with the role or list of roles
 * @param operatorRole the role that grants access to the operator API
 * @param allowHttp whether the issuer and the addresses in its discovery document may use plain http on another
 *     machine, where anyone on the network could forge keys; for local runs
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
        return issuer == null || isAllowed(issuer);
    }

    /** Whether the provider's {@code address} uses https or is on this machine, or plain http is allowed. */
    public boolean isAllowed(URI address) {
        return allowHttp || WebOrigin.isPrivate(address);
    }
}
