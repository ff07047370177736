package io.plugstream.simulator.charger;

import io.plugstream.simulator.meter.PowerCurve;
import java.time.Duration;
import java.util.Map;

/**
 * The hardware of a charger, which does not change.
 *
 * @param connectors number of connectors, numbered from 1
 * @param mostW maximum power of a connector, in W
 * @param voltage between a phase and neutral
 * @param phases 1 or 3
 * @param car the car that is plugged in
 * @param step duration of a restart, and of each step of a firmware update or diagnostics upload
 * @param configuration factory values of configuration keys that differ from the defaults
 */
public record ChargerModel(
        String vendor,
        String model,
        String serialNumber,
        String firmwareVersion,
        int connectors,
        double mostW,
        double voltage,
        int phases,
        PowerCurve car,
        Duration step,
        Map<String, String> configuration) {

    public ChargerModel {
        configuration = Map.copyOf(configuration);
        if (connectors < 1 || phases < 1) {
            throw new IllegalArgumentException("A charger has at least one connector and one phase");
        }
    }

    /** The serial number, cut to {@code longest} characters. */
    public String serialNumber(int longest) {
        int length = serialNumber.codePointCount(0, serialNumber.length());
        return serialNumber.substring(0, serialNumber.offsetByCodePoints(0, Math.min(longest, length)));
    }

    /** An 11 kW wallbox with one connector, and a car with a 60 kWh battery. */
    public static ChargerModel wallbox(String serialNumber) {
        return new ChargerModel(
                "Plugstream",
                "Simulator",
                serialNumber,
                "1.0",
                1,
                11_000,
                230,
                3,
                PowerCurve.of(11_000, 60_000),
                Duration.ofSeconds(1),
                Map.of());
    }

    /** The same with another maximum power of both connector and car. */
    public ChargerModel withPower(double watts) {
        return new ChargerModel(
                vendor,
                model,
                serialNumber,
                firmwareVersion,
                connectors,
                watts,
                voltage,
                phases,
                new PowerCurve(watts, car.capacityWh(), car.kneeWh(), car.riseSeconds()),
                step,
                configuration);
    }

    /** The same with other factory values of configuration keys. */
    public ChargerModel withConfiguration(Map<String, String> values) {
        return new ChargerModel(
                vendor, model, serialNumber, firmwareVersion, connectors, mostW, voltage, phases, car, step, values);
    }
}
