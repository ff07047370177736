package io.plugstream.base.secret;

import java.nio.charset.StandardCharsets;

/**
 * The owner of a secret. A secret sealed for one owner opens for no other.
 *
 * @param id of the secret's owner within the organisation, such as a webhook's id
 */
public record SecretOwner(String organisationId, String id) {

    /** Organisation ids contain no slash, so that no two owners have the same bytes. */
    byte[] bytes() {
        return (id + '/' + organisationId).getBytes(StandardCharsets.UTF_8);
    }
}
