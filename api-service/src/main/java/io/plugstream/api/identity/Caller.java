package io.plugstream.api.identity;

import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;

/**
 * Who makes this call; in controllers an {@code @AuthenticationPrincipal}.
 *
 * @param organisationId the organisation that everything the call touches belongs to
 * @param tier the organisation's present tier
 * @param mode live resources or the sandbox's
 * @param credential what was shown
 * @param id the user's id (the token's subject) or the API key's id, as {@code credential} says
 * @param operator whether an ID token carried the operator role
 */
public record Caller(String organisationId, Tier tier, Mode mode, Credential credential, String id, boolean operator) {

    /** Kinds of credentials. */
    public enum Credential {
        API_KEY,
        ID_TOKEN
    }
}
