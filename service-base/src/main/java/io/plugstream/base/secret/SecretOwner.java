package io.plugstream.base.secret;

import java.nio.charset.StandardCharsets;

/**
 * Whose secret it is. Sealed for one owner, it opens for no other.
 *
 * @param id what the secret belongs to in the organisation: a webhook's id, for instance
 */
public record SecretOwner(String organisationId, String id) {

    /** Organisations have no slash, so no two owners read alike. */
    byte[] bytes() {
        return (id + '/' + organisationId).getBytes(StandardCharsets.UTF_8);
    }
}
