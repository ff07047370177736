package io.plugstream.model.quota;

import java.time.LocalDate;

/** An organisation's calls counted so far in a UTC day, and the limit of the last call. */
public record DailyUsage(String organisationId, LocalDate day, long used, long limit) {

    /** The key of this record in its topic: {@code organisation/2026-01-31}. */
    public String key() {
        return organisationId + '/' + day;
    }
}
