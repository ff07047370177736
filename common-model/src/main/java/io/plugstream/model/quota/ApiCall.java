package io.plugstream.model.quota;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An organisation's authenticated call, or several calls of an organisation without a limit.
 *
 * @param at when it arrived, by the clock of the process that received it; the log's append time decides the day it
 *     counts in (ADR 44)
 * @param limit the daily limit in force, or {@link Tier#UNLIMITED}
 * @param admitted true if the call was admitted without a decision; it then counts regardless of the limit
 * @param asked the id under which an admitted call had already asked for a decision, earlier in the same partition; the
 *     admitted call then counts only if that decision was a refusal
 * @param calls how many calls of a day the record stands for, at least 1; null means 1; more than 1 only if the limit
 *     is {@link Tier#UNLIMITED} (ADR 38)
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

    /** A call that has not asked for a decision before. */
    public ApiCall(UUID callId, String organisationId, Instant at, Tier tier, long limit, boolean admitted) {
        this(callId, organisationId, at, tier, limit, admitted, null, null);
    }

    /** The same record, standing for {@code count} calls. */
    public ApiCall times(int count) {
        return new ApiCall(callId, organisationId, at, tier, limit, admitted, asked, count == 1 ? null : count);
    }

    /** How many calls the record stands for. */
    public int count() {
        return calls == null ? 1 : calls;
    }
}
