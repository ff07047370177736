package io.plugstream.model.quota;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated call of an organisation, or several of one that has no limit.
 *
 * @param at when it came, by the clock of the process that took it. It counts in the day in which the log took it (ADR 0044)
 * @param limit the day's limit in force, or {@link Tier#UNLIMITED}
 * @param admitted true when the call was let through without an answer, so that it counts whatever the limit
 * @param asked of a call that was let through after it had asked: the id it asked under, earlier in the same partition.
 *     It then counts only if that was refused
 * @param calls how many calls of a day it stands for, at least 1; null means 1, and only where the limit is {@link Tier#UNLIMITED}
 *     is it ever more (ADR 38)
 */
public record ApiCall(
        UUID callId,
        String organisationId,
        Instant at,
        Tier tier,
        long limit,
        boolean admitted,
        @Nullable UUID asked,
        @Nullable Integer calls) {

    /** A call that has not asked before. */
    public ApiCall(UUID callId, String organisationId, Instant at, Tier tier, long limit, boolean admitted) {
        this(callId, organisationId, at, tier, limit, admitted, null, null);
    }

    /** The same, standing for that many calls. */
    public ApiCall times(int count) {
        return new ApiCall(callId, organisationId, at, tier, limit, admitted, asked, count == 1 ? null : count);
    }

    /** How many calls it stands for. */
    public int count() {
        return calls == null ? 1 : calls;
    }
}
