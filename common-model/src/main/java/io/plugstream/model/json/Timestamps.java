package io.plugstream.model.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** ISO 8601 in UTC with exactly three fraction digits and {@code Z}: {@code 2026-01-31T09:00:00.000Z}. */
public final class Timestamps {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Timestamps() {}

    /** Writes {@code instant}; what is finer than a millisecond is cut off. */
    public static String format(Instant instant) {
        return FORMAT.format(instant);
    }
}
