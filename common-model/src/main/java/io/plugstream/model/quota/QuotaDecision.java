package io.plugstream.model.quota;

import java.time.LocalDate;
import java.util.UUID;

/**
 * The answer to an {@link ApiCall}: a pure function of all calls before it in its partition.
 *
 * @param day the UTC day in which the log took the call
 * @param admitted whether it counts and may proceed
 * @param used the day's count with this call in it
 */
public record QuotaDecision(
        UUID callId, String organisationId, LocalDate day, boolean admitted, long limit, long used) {

    /** What is left of the day's allowance, at least 0; {@link Tier#UNLIMITED} where there is no limit. */
    public long remaining() {
        return limit == Tier.UNLIMITED ? Tier.UNLIMITED : Math.max(0, limit - used);
    }
}
