package io.plugstream.gateway.meter;

import io.plugstream.gateway.ocpp16.SampledValue;
import io.plugstream.gateway.ocpp16.SampledValues;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Gives sampled values one form: numbers, Wh and W instead of kWh and kW, and the defaults of OCPP 1.6, 7.43 where the
 * charger left a field out. Signed values, and values that are no number, are left out.
 */
public final class MeterNormalisation {

    /** Far beyond any meter, and short enough that no hostile exponent costs memory. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,2})?");

    private MeterNormalisation() {}

    /** All values of {@code samples} that are numbers, in their order. */
    public static List<MeterValue> normalise(List<SampledValues> samples) {
        return samples.stream()
                .flatMap(sample ->
                        sample.values().stream().flatMap(value -> normalise(sample.timestamp(), value).stream()))
                .toList();
    }

    private static Optional<MeterValue> normalise(Instant timestamp, SampledValue sampled) {
        String text = sampled.value().strip();
        if ("SignedData".equals(sampled.format()) || !NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        String measurand = Objects.requireNonNullElse(sampled.measurand(), "Energy.Active.Import.Register");
        String unit = unit(sampled, measurand);
        BigDecimal value = new BigDecimal(text);
        return Optional.of(new MeterValue(
                timestamp,
                measurand,
                isKilo(unit) ? thousandfold(value) : value,
                isKilo(unit) ? unit.substring(1) : unit,
                sampled.phase(),
                Objects.requireNonNullElse(sampled.location(), "Outlet"),
                Objects.requireNonNullElse(sampled.context(), "Sample.Periodic")));
    }

    private static String unit(SampledValue sampled, String measurand) {
        String unit = sampled.unit();
        if (unit == null) {
            return defaultUnit(measurand);
        }
        return unit.equals("Celcius") ? "Celsius" : unit;
    }

    /** OCPP gives a default, Wh, to energy only; for the others this is the unit that the measurand has without a prefix. */
    private static String defaultUnit(String measurand) {
        return switch (measurand) {
            case "Current.Export", "Current.Import", "Current.Offered" -> "A";
            case "Energy.Reactive.Export.Interval",
                    "Energy.Reactive.Export.Register",
                    "Energy.Reactive.Import.Interval",
                    "Energy.Reactive.Import.Register" -> "varh";
            case "Frequency" -> "Hz";
            case "Power.Active.Export", "Power.Active.Import", "Power.Offered" -> "W";
            case "Power.Factor" -> "1";
            case "Power.Reactive.Export", "Power.Reactive.Import" -> "var";
            case "RPM" -> "RPM";
            case "SoC" -> "Percent";
            case "Temperature" -> "Celsius";
            case "Voltage" -> "V";
            default -> "Wh";
        };
    }

    private static boolean isKilo(String unit) {
        return unit.equals("kWh") || unit.equals("kW");
    }

    private static BigDecimal thousandfold(BigDecimal value) {
        BigDecimal scaled = value.movePointRight(3).stripTrailingZeros();
        return scaled.scale() < 0 ? scaled.setScale(0) : scaled;
    }
}
