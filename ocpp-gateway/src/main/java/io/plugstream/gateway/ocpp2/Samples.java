package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.meter.Units;
import io.plugstream.gateway.payload.ChargerTime;
import io.plugstream.gateway.payload.SampleWords;
import io.plugstream.gateway.payload.ValidPayload;
import io.plugstream.gateway.payload.Words;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Normalises the samples of a valid {@code meterValue} (OCPP 2.0.1, part 2, 2.28 and 2.36): multiplier applied, Wh and
 * W instead of kWh and kW, defaults filled in. Signed data is stored as sent, beside its number.
 */
final class Samples {

    static final Set<String> MEASURANDS = Words.of("""
            Current.Export Current.Import Current.Offered Energy.Active.Export.Interval
            Energy.Active.Export.Register Energy.Active.Import.Interval Energy.Active.Import.Register
            Energy.Active.Net Energy.Apparent.Export Energy.Apparent.Import Energy.Apparent.Net
            Energy.Reactive.Export.Interval Energy.Reactive.Export.Register Energy.Reactive.Import.Interval
            Energy.Reactive.Import.Register Energy.Reactive.Net Frequency Power.Active.Export Power.Active.Import
            Power.Factor Power.Offered Power.Reactive.Export Power.Reactive.Import SoC Voltage
            """);

    /** Part 2, appendix 2, with the spellings of both its text and its examples. A station may use other words. */
    static final Set<String> UNITS = Words.of("""
            A ASU B Bytes Celsius Deg Fahrenheit Hz K N Ohm Percent RH RPM V VA VAh W Wh dB dBm kPa kVA kVAh kW kWh kvar
            kvarh lx m ms2 n ohm s var varh
            """);

    /** Allows more digits than any meter has, but no exponent so large that it costs memory. */
    private static final int DIGITS = 60;

    private static final int EXPONENT = 30;

    private Samples() {}

    /** All values of the array {@code meterValue}, in their order; none if it is missing. */
    static NormalisedValues of(JsonNode meterValue) {
        List<MeterValue> numbers = new ArrayList<>();
        List<RawMeterValue> raw = new ArrayList<>();
        for (JsonNode moment : meterValue) {
            Instant at =
                    ChargerTime.parse(moment.path("timestamp").stringValue()).orElseThrow();
            for (JsonNode sampled : moment.path("sampledValue")) {
                add(at, sampled, numbers, raw);
            }
        }
        return new NormalisedValues(numbers, raw);
    }

    private static void add(Instant at, JsonNode sampled, List<MeterValue> numbers, List<RawMeterValue> raw) {
        String measurand = sampled.path("measurand").stringValue("Energy.Active.Import.Register");
        String context = sampled.path("context").stringValue("Sample.Periodic");
        String location = sampled.path("location").stringValue("Outlet");
        String phase = ValidPayload.text(sampled, "phase");
        JsonNode sentUnit = sampled.path("unitOfMeasure").path("unit");
        String unit = sentUnit.stringValue(Units.defaultFor(measurand));
        int multiplier = sampled.path("unitOfMeasure").path("multiplier").asInt(0);
        BigDecimal value = sampled.path("value").decimalValue();
        boolean isKnown = MEASURANDS.contains(measurand)
                && (sentUnit.isMissingNode() || UNITS.contains(unit))
                && SampleWords.CONTEXTS.contains(context)
                && SampleWords.LOCATIONS.contains(location)
                && (phase == null || SampleWords.PHASES.contains(phase));
        if (isKnown && isSane(value) && Math.abs((long) multiplier) <= EXPONENT) {
            BigDecimal scaled = Units.plainValue(scaled(value, multiplier), unit);
            numbers.add(new MeterValue(at, measurand, scaled, Units.plain(unit), phase, location, context));
        } else {
            String sent = multiplier == 0 ? value.toString() : value + " x 10^" + multiplier;
            raw.add(new RawMeterValue(at, measurand, sent, "Raw", unit, phase, location, context));
        }
        JsonNode signature = sampled.path("signedMeterValue");
        if (signature.isObject()) {
            raw.add(signed(at, measurand, signature.toString(), unit, phase, location, context));
        }
    }

    private static RawMeterValue signed(
            Instant at,
            String measurand,
            String signature,
            String unit,
            @Nullable String phase,
            String location,
            String context) {
        return new RawMeterValue(at, measurand, signature, "SignedData", unit, phase, location, context);
    }

    private static boolean isSane(BigDecimal value) {
        return value.precision() <= DIGITS && Math.abs((long) value.scale()) <= DIGITS;
    }

    private static BigDecimal scaled(BigDecimal value, int multiplier) {
        BigDecimal scaled = value.scaleByPowerOfTen(multiplier);
        return scaled.scale() < 0 ? scaled.setScale(0) : scaled;
    }
}
