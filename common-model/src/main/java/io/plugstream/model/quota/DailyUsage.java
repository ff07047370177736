package io.plugstream.model.quota;

import java.time.LocalDate;

/** The calls of an organisation counted in a UTC day so far, and the limit of the last of them. */
public record DailyUsage(String organisationId, LocalDate day, long used, long limit) {

    /** The key of this record in its topic: {@code organisation/2026-01-31}. */
    public String key() {
        return organisationId + '/' + day;
    }
}
