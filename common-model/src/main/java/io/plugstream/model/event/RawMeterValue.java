package io.plugstream.model.event;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sampled value that is signed or not a number, kept as the charger sent it. OCPP's defaults are filled in for the
 * other fields.
 *
 * @param value the text as sent
 * @param format {@code SignedData}, or {@code Raw} for a value that should have been a number
 * @param unit as sent, or the measurand's default
 */
public record RawMeterValue(
        Instant timestamp,
        String measurand,
        String value,
        String format,
        String unit,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String context) {

    public RawMeterValue {
        Objects.requireNonNull(timestamp, "timestamp");
        Objects.requireNonNull(measurand, "measurand");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(unit, "unit");
    }
}
