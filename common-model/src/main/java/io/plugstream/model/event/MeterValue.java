package io.plugstream.model.event;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One sampled value, normalised: kWh and kW are converted to Wh and W, and OCPP's defaults are filled in.
 *
 * @param measurand as OCPP 1.6, 7.31 spells it
 * @param unit as OCPP 1.6, 7.45 spells it
 */
public record MeterValue(
        Instant timestamp,
        String measurand,
        BigDecimal value,
        String unit,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String context) {

    public MeterValue {
        Objects.requireNonNull(timestamp, "timestamp");
        Objects.requireNonNull(measurand, "measurand");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(unit, "unit");
    }
}
