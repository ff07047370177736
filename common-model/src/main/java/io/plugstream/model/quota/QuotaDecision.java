package io.plugstream.model.quota;

import java.time.LocalDate;
import java.util.UUID;

/**
 * The decision on an {@link ApiCall}: a pure function of that call and all calls before it in its partition.
 *
 * @param day the UTC day in which the broker appended the call
 * @param admitted whether the call counts and may proceed
 * @param used the day's count, including this call if admitted
 */
public record QuotaDecision(
        UUID callId, String organisationId, LocalDate day, boolean admitted, long limit, long used) {}
