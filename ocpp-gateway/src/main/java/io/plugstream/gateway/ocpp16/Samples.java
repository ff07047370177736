package io.plugstream.gateway.ocpp16;

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
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Normalises the samples of a valid {@code meterValue} or {@code transactionData} (OCPP 1.6, 7.33 and 7.43): numbers,
 * Wh and W instead of kWh and kW, defaults filled in. Signed values, values that are not numbers and values with
 * unknown terms are kept separately, as sent.
 */
final class Samples {

    /** ValueFormat, 7.50. */
    static final Set<String> FORMATS = Set.of("Raw", "SignedData");

    /** Measurand, 7.31. */
    static final Set<String> MEASURANDS = Words.of("""
            Current.Export Current.Import Current.Offered Energy.Active.Export.Interval
            Energy.Active.Export.Register Energy.Active.Import.Interval Energy.Active.Import.Register
            Energy.Reactive.Export.Interval Energy.Reactive.Export.Register Energy.Reactive.Import.Interval
            Energy.Reactive.Import.Register Frequency Power.Active.Export Power.Active.Import Power.Factor
            Power.Offered Power.Reactive.Export Power.Reactive.Import RPM SoC Temperature Voltage
            """);

    /** UnitOfMeasure, 7.45, with both spellings of Celsius. */
    static final Set<String> UNITS =
            Words.of("A Celcius Celsius Fahrenheit K Percent V VA W Wh kVA kW kWh kvar kvarh var varh");

    /** Allows more digits than any meter has, but no exponent so large that it costs memory. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,2})?");

    private static final String RAW = "Raw";
    private static final String SIGNED = "SignedData";

    private Samples() {}

    /** All values of the array, in their order; none if it is missing. */
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
        String sent = sampled.path("value").stringValue();
        String measurand = sampled.path("measurand").stringValue("Energy.Active.Import.Register");
        String context = sampled.path("context").stringValue("Sample.Periodic");
        String location = sampled.path("location").stringValue("Outlet");
        String format = sampled.path("format").stringValue(RAW);
        String phase = ValidPayload.text(sampled, "phase");
        String sentUnit = ValidPayload.text(sampled, "unit");
        String unit =
                sentUnit == null ? Units.defaultFor(measurand) : sentUnit.equals("Celcius") ? "Celsius" : sentUnit;
        boolean isKnown = MEASURANDS.contains(measurand)
                && (sentUnit == null || UNITS.contains(sentUnit))
                && SampleWords.CONTEXTS.contains(context)
                && SampleWords.LOCATIONS.contains(location)
                && (phase == null || SampleWords.PHASES.contains(phase));
        String number = sent.strip();
        if (isKnown && format.equals(RAW) && NUMBER.matcher(number).matches()) {
            BigDecimal value = Units.plainValue(new BigDecimal(number), unit);
            numbers.add(new MeterValue(at, measurand, value, Units.plain(unit), phase, location, context));
        } else {
            String kept = format.equals(SIGNED) ? SIGNED : RAW;
            raw.add(new RawMeterValue(at, measurand, sent, kept, unit, phase, location, context));
        }
    }
}
