package io.plugstream.api.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key as it is listed.
 *
 * @param prefix instead of the key
 * @param lastUsed null until it was used
 * @param createdBy the {@code sub} of the token or session that made it
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({"id", "name", "prefix", "lastUsed", "createdAt", "mode", "createdBy"})
record ApiKey(
        UUID id,
        String name,
        String prefix,
        @Nullable Instant lastUsed,
        Instant createdAt,
        Mode mode,
        String createdBy) {}
