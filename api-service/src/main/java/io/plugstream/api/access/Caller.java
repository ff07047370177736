package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * Who makes this call; controllers have it as a parameter.
 *
 * @param organisationId the organisation that everything the call touches belongs to
 * @param tier the organisation's present tier
 * @param mode live resources or the sandbox's
 * @param credential what was shown
 * @param id the user's id (the subject of token or session) or the API key's id, as {@code credential} says
 * @param operator whether an ID token, or the one that began the session, carried the operator role
 */
public record Caller(String organisationId, Tier tier, Mode mode, Credential credential, String id, boolean operator) {

    private static final String ATTRIBUTE = Caller.class.getName();

    /** Who makes the request; null if it shows no credential, or that of an operator without an organisation. */
    public static @Nullable Caller of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    void setOn(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** Kinds of credentials. */
    public enum Credential {
        API_KEY,
        ID_TOKEN,
        SESSION
    }
}
