package io.plugstream.simulator.protocol;

import io.plugstream.simulator.charger.MeterReading;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The value of one measurand, which all OCPP versions name alike (OCPP 1.6, 7.31; OCPP 2.0.1, part 2, 3.54). */
public record Sample(String measurand, BigDecimal value, String unit) {

    /**
     * The value of a measurand in a reading.
     *
     * @throws IllegalArgumentException for a measurand that simulated meters do not have
     */
    public static Sample of(String measurand, MeterReading reading) {
        return switch (measurand) {
            case "Energy.Active.Import.Register" -> of(measurand, reading.energyWh(), 0, "Wh");
            case "Power.Active.Import" -> of(measurand, reading.powerW(), 0, "W");
            case "Current.Import" -> of(measurand, reading.currentA(), 1, "A");
            case "Voltage" -> of(measurand, reading.voltage(), 0, "V");
            case "SoC" -> of(measurand, reading.chargePercent(), 0, "Percent");
            default -> throw new IllegalArgumentException(measurand);
        };
    }

    private static Sample of(String measurand, double value, int digits, String unit) {
        return new Sample(measurand, new BigDecimal(value).setScale(digits, RoundingMode.DOWN), unit);
    }
}
