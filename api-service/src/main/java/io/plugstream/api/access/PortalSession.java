package io.plugstream.api.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * A person's session in the portal.
 *
 * @param hash the SHA-256 of its secret in hexadecimal digits
 * @param subject the user's id at the identity provider
 * @param name the user's name for people, if the provider told it
 * @param organisationId null for an operator who belongs to none
 * @param operator whether the user had the operator role at sign-in
 * @param usedAt when it was last known to be used
 */
public record PortalSession(
        String hash,
        String subject,
        @Nullable String name,
        @Nullable String organisationId,
        boolean operator,
        Instant usedAt,
        Instant expiresAt) {

    private static final String ATTRIBUTE = PortalSession.class.getName();

    /** The session that the request belongs to; null if a key or an ID token makes it, or nobody known. */
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
