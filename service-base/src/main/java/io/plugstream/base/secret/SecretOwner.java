package io.plugstream.base.secret;

import java.nio.charset.StandardCharsets;

/** Whose secret it is. Sealed for one owner, it opens for no other. */
public record SecretOwner(String organisationId, String webhookId) {

    /** Ids of webhooks have no slash, so no two owners read alike. */
    byte[] bytes() {
        return (webhookId + '/' + organisationId).getBytes(StandardCharsets.UTF_8);
    }
}
