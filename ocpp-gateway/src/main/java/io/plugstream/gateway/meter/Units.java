package io.plugstream.gateway.meter;

import java.math.BigDecimal;

/** Units of meter readings. Energy and power are converted to units without the prefix kilo. */
public final class Units {

    /** The unit of an unknown measurand if the charger sent none. */
    private static final String UNKNOWN = "";

    private Units() {}

    /** {@code unit} without the prefix: Wh and W for kWh and kW. */
    public static String plain(String unit) {
        return isKilo(unit) ? unit.substring(1) : unit;
    }

    /** Converts a value from {@code unit} to its {@link #plain} unit. */
    public static BigDecimal plainValue(BigDecimal value, String unit) {
        return isKilo(unit) ? thousandfold(value) : value;
    }

    /** OCPP defines a default (Wh) for energy only. For other measurands this is their unit without a prefix. */
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
