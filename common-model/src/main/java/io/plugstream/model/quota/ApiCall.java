package io.plugstream.model.quota;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated call of an organisation.
 *
 * @param at decides the UTC day it counts in
 * @param limit the day's limit in force, or {@link Tier#UNLIMITED}
 * @param admitted true when the call was let through without an answer, so that it counts whatever the limit
 * @param asked of a call that was let through after it had asked: the id it asked under, earlier in the same partition.
 *     It then counts only if that was refused
 */
public record ApiCall(
        UUID callId,
        String organisationId,
        Instant at,
        Tier tier,
        long limit,
        boolean admitted,
        @Nullable UUID asked) {

    /** A call that has not asked before. */
    public ApiCall(UUID callId, String organisationId, Instant at, Tier tier, long limit, boolean admitted) {
        this(callId, organisationId, at, tier, limit, admitted, null);
    }
}
