package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.meter.Units;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Normalises sampled values: numbers, Wh and W instead of kWh and kW, and the defaults of OCPP 1.6, 7.43 for missing
 * fields. Signed values, values that are not numbers and values with unknown terms are kept separately, as sent.
 */
final class MeterNormalisation {

    /** Allows more digits than any meter has, but no exponent so large that it costs memory. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,2})?");

    private static final String SIGNED = "SignedData";

    private MeterNormalisation() {}

    /** All values of {@code samples}, in their order. */
    static NormalisedValues normalise(List<SampledValues> samples) {
        List<MeterValue> numbers = new ArrayList<>();
        List<RawMeterValue> raw = new ArrayList<>();
        for (SampledValues sample : samples) {
            for (SampledValue value : sample.values()) {
                if (isNumber(value)) {
                    numbers.add(number(sample.timestamp(), value));
                } else {
                    raw.add(raw(sample.timestamp(), value));
                }
            }
        }
        return new NormalisedValues(numbers, raw);
    }

    private static boolean isNumber(SampledValue sampled) {
        return !SIGNED.equals(sampled.format())
                && sampled.isInKnownWords()
                && NUMBER.matcher(sampled.value().strip()).matches();
    }

    private static MeterValue number(Instant timestamp, SampledValue sampled) {
        String measurand = measurand(sampled);
        String unit = unit(sampled, measurand);
        BigDecimal value = new BigDecimal(sampled.value().strip());
        return new MeterValue(
                timestamp,
                measurand,
                Units.plainValue(value, unit),
                Units.plain(unit),
                sampled.phase(),
                location(sampled),
                context(sampled));
    }

    private static RawMeterValue raw(Instant timestamp, SampledValue sampled) {
        String measurand = measurand(sampled);
        return new RawMeterValue(
                timestamp,
                measurand,
                sampled.value(),
                SIGNED.equals(sampled.format()) ? SIGNED : "Raw",
                unit(sampled, measurand),
                sampled.phase(),
                location(sampled),
                context(sampled));
    }

    private static String measurand(SampledValue sampled) {
        return Objects.requireNonNullElse(sampled.measurand(), "Energy.Active.Import.Register");
    }

    private static String location(SampledValue sampled) {
        return Objects.requireNonNullElse(sampled.location(), "Outlet");
    }

    private static String context(SampledValue sampled) {
        return Objects.requireNonNullElse(sampled.context(), "Sample.Periodic");
    }

    private static String unit(SampledValue sampled, String measurand) {
        String unit = sampled.unit();
        if (unit == null) {
            return Units.defaultFor(measurand);
        }
        return unit.equals("Celcius") ? "Celsius" : unit;
    }
}
