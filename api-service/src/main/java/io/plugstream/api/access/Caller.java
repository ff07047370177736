package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import org.springframework.web.server.ServerWebExchange;

/**
 * The authenticated caller of a request; controllers take it as a parameter.
 *
 * @param organisationId the call reads and changes this organisation's resources only
 * @param tier the organisation's current tier
 * @param mode live resources or the sandbox's
 * @param credential the kind of credential presented
 * @param id the API key's id, or the user's id (the subject of the ID token or session)
 * @param operator whether the ID token, or the one used at sign-in, carried the operator role
 */
public record Caller(String organisationId, Tier tier, Mode mode, Credential credential, String id, boolean operator) {

    private static final String ATTRIBUTE = Caller.class.getName();

    /** The request's caller; null if it has no credential, or that of an operator without an organisation. */
    public static @Nullable Caller of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    /** Binds {@code :organisation} and {@code :mode}, so that the statement concerns the caller's resources only. */
    public GenericExecuteSpec bind(GenericExecuteSpec sql) {
        return sql.bind("organisation", organisationId).bind("mode", mode.wireName());
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
