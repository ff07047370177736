package io.plugstream.api.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A key as it is listed: {@code prefix} instead of the key, {@code lastUsed} null until it was used. */
record ApiKey(
        UUID id,
        String name,
        String prefix,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant lastUsed,
        Instant createdAt) {}
