package io.plugstream.api.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * A user's session in the portal.
 *
 * @param hash hexadecimal SHA-256 of the session's secret
 * @param subject the user's id at the identity provider
 * @param name the user's display name, if the provider gave one
 * @param organisationId null for an operator without an organisation
 * @param operator whether the user had the operator role at sign-in
 * @param expiresAt when it ends at the latest, by the database's clock
 */
public record PortalSession(
        String hash,
        String subject,
        @Nullable String name,
        @Nullable String organisationId,
        boolean operator,
        Instant expiresAt) {

    private static final String ATTRIBUTE = PortalSession.class.getName();

    /** The request's session; null for requests with an API key, an ID token or no credential. */
    public static @Nullable PortalSession of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    void setOn(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    @Override
    public String toString() {
        return "PortalSession[" + subject + ']';
    }
}
