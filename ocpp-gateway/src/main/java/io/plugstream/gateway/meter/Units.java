package io.plugstream.gateway.meter;

import java.math.BigDecimal;

/** Units of what meters read: without the prefix kilo for energy and power, in which most is told. */
public final class Units {

    /** The unit of a measurand that OCPP does not know, where the charger gave none. */
    private static final String UNKNOWN = "";

    private Units() {}

    /** {@code unit} without the prefix: Wh and W for kWh and kW. */
    public static String plain(String unit) {
        return isKilo(unit) ? unit.substring(1) : unit;
    }

    /** A value of that {@code unit} in the {@link #plain} one. */
    public static BigDecimal plainValue(BigDecimal value, String unit) {
        return isKilo(unit) ? thousandfold(value) : value;
    }

    /** OCPP gives a default, Wh, to energy only; for the others this is the unit that the measurand has without a prefix. */
    public static String defaultFor(String measurand) {
        return switch (measurand) {
            case "Current.Export", "Current.Import", "Current.Offered" -> "A";
            case "Energy.Reactive.Export.Interval",
                    "Energy.Reactive.Export.Register",
                    "Energy.Reactive.Import.Interval",
                    "Energy.Reactive.Import.Register",
                    "Energy.Reactive.Net" -> "varh";
            case "Energy.Apparent.Export", "Energy.Apparent.Import", "Energy.Apparent.Net" -> "VAh";
            case "Frequency" -> "Hz";
            case "Power.Active.Export", "Power.Active.Import", "Power.Offered" -> "W";
            case "Power.Factor" -> "1";
            case "Power.Reactive.Export", "Power.Reactive.Import" -> "var";
            case "RPM" -> "RPM";
            case "SoC" -> "Percent";
            case "Temperature" -> "Celsius";
            case "Voltage" -> "V";
            default -> measurand.startsWith("Energy.Active.") ? "Wh" : UNKNOWN;
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
