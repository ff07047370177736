package io.plugstream.api.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.organisation.Mode;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key as shown in lists.
 *
 * @param prefix the first characters of the key; the rest is masked
 * @param lastUsed null if the key was never used
 * @param createdBy the {@code sub} of the ID token or session that created it
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record ApiKey(
        UUID id,
        String name,
        String prefix,
        @Nullable Instant lastUsed,
        Instant createdAt,
        Mode mode,
        String createdBy) {

    /** The key's address in the API, where it can be revoked. */
    URI location() {
        return URI.create("/api/v1/auth/api-keys/" + id);
    }
}
