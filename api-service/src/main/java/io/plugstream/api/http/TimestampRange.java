package io.plugstream.api.http;

import java.time.Instant;

/** Limits timestamps to the years 1 to 9999, which PostgreSQL can compare. */
public final class TimestampRange {

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    private TimestampRange() {}

    public static Instant clamp(Instant moment) {
        if (moment.isBefore(FIRST)) {
            return FIRST;
        }
        return moment.isAfter(LAST) ? LAST : moment;
    }
}
