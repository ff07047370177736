package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.word;
import static io.plugstream.gateway.payload.ValidPayload.text;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Words;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One sampled value as the charger sent it; missing fields are null (OCPP 1.6, 7.43). */
public record SampledValue(
        String value,
        @Nullable String context,
        @Nullable String format,
        @Nullable String measurand,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String unit) {

    /** ReadingContext, 7.35. */
    private static final Set<String> CONTEXTS = Words.of("""
            Interruption.Begin Interruption.End Other Sample.Clock Sample.Periodic Transaction.Begin Transaction.End
            Trigger
            """);

    /** ValueFormat, 7.50. */
    private static final Set<String> FORMATS = Set.of("Raw", "SignedData");

    /** Measurand, 7.31. */
    private static final Set<String> MEASURANDS = Words.of("""
            Current.Export Current.Import Current.Offered Energy.Active.Export.Interval
            Energy.Active.Export.Register Energy.Active.Import.Interval Energy.Active.Import.Register
            Energy.Reactive.Export.Interval Energy.Reactive.Export.Register Energy.Reactive.Import.Interval
            Energy.Reactive.Import.Register Frequency Power.Active.Export Power.Active.Import Power.Factor
            Power.Offered Power.Reactive.Export Power.Reactive.Import RPM SoC Temperature Voltage
            """);

    /** Phase, 7.34. */
    private static final Set<String> PHASES =
            Set.of("L1", "L2", "L3", "N", "L1-N", "L2-N", "L3-N", "L1-L2", "L2-L3", "L3-L1");

    /** Location, 7.30. */
    private static final Set<String> LOCATIONS = Set.of("Body", "Cable", "EV", "Inlet", "Outlet");

    /** UnitOfMeasure, 7.45, with both spellings of Celsius. */
    private static final Set<String> UNITS =
            Words.of("A Celcius Celsius Fahrenheit K Percent V VA W Wh kVA kW kWh kvar kvarh var varh");

    static final Shape SHAPE = object(
            required("value", new Shape.Reading()),
            optional("context", word(Deviation.UNKNOWN_CONTEXT, CONTEXTS)),
            optional("format", word(Deviation.UNKNOWN_FORMAT, FORMATS)),
            optional("measurand", word(Deviation.UNKNOWN_MEASURAND, MEASURANDS)),
            optional("phase", word(Deviation.UNKNOWN_PHASE, PHASES)),
            optional("location", word(Deviation.UNKNOWN_LOCATION, LOCATIONS)),
            optional("unit", word(Deviation.UNKNOWN_UNIT, UNITS)));

    static SampledValue read(JsonNode sampled) {
        return new SampledValue(
                sampled.path("value").stringValue(),
                text(sampled, "context"),
                text(sampled, "format"),
                text(sampled, "measurand"),
                text(sampled, "phase"),
                text(sampled, "location"),
                text(sampled, "unit"));
    }

    /** Whether OCPP defines all words of the value. */
    public boolean isInKnownWords() {
        return isKnown(measurand, MEASURANDS)
                && isKnown(unit, UNITS)
                && isKnown(context, CONTEXTS)
                && isKnown(format, FORMATS)
                && isKnown(phase, PHASES)
                && isKnown(location, LOCATIONS);
    }

    private static boolean isKnown(@Nullable String word, Set<String> words) {
        return word == null || words.contains(word);
    }
}
