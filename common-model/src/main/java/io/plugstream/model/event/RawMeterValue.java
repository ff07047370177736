package io.plugstream.model.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sampled value that is signed or no number, kept as it was sent; OCPP's defaults are filled in around it.
 *
 * @param value the text as sent
 * @param format {@code SignedData}, or {@code Raw} for what should have been a number
 * @param unit as sent, or the measurand's own
 */
public record RawMeterValue(
        Instant timestamp,
        String measurand,
        String value,
        String format,
        String unit,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String context) {}
