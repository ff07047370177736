package io.plugstream.gateway.meter;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import org.jspecify.annotations.Nullable;

/** Estimates the bytes of readings in JSON. The estimate is at least the true size. */
public final class ReadingSize {

    /** Names of fields, and the time. */
    private static final int READING = 130;

    /** For a character that JSON escapes, or that takes more than one byte. */
    private static final int MOST_BYTES = 6;

    private ReadingSize() {}

    public static int of(MeterValue reading) {
        return READING
                + reading.value().precision()
                + Math.abs(reading.value().scale())
                + of(reading.measurand())
                + of(reading.unit())
                + of(reading.phase())
                + of(reading.location())
                + of(reading.context());
    }

    static int of(RawMeterValue reading) {
        return READING
                + of(reading.value())
                + of(reading.format())
                + of(reading.measurand())
                + of(reading.unit())
                + of(reading.phase())
                + of(reading.location())
                + of(reading.context());
    }

    /** The size of a text, which may come from a charger. */
    public static int of(@Nullable String text) {
        return text == null
                ? 0
                : text.chars()
                        .map(c -> c >= ' ' && c <= '~' && c != '"' && c != '\\' ? 1 : MOST_BYTES)
                        .sum();
    }
}
