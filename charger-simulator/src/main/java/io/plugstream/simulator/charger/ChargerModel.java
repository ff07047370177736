package io.plugstream.simulator.charger;

import io.plugstream.simulator.meter.PowerCurve;
import java.time.Duration;
import java.util.Map;

/**
 * What kind of charger it is, which no restart changes.
 *
 * @param connectors how many it has, numbered from 1
 * @param mostW what a connector can give
 * @param voltage between a phase and neutral
 * @param phases 1 or 3
 * @param car what is plugged in
 * @param step how long a restart, and each step of an update or of an upload of diagnostics, takes
 * @param configuration keys that it is delivered with, where they differ from the usual
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
            throw new IllegalArgumentException("A charger has a connector and a phase at least");
        }
    }

    /** A wallbox of 11 kW with one connector, and a car with a battery of 60 kWh. */
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

    /** The same with other power, of connector and car alike. */
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

    /** The same, delivered with other values of configuration keys. */
    public ChargerModel withConfiguration(Map<String, String> values) {
        return new ChargerModel(
                vendor, model, serialNumber, firmwareVersion, connectors, mostW, voltage, phases, car, step, values);
    }
}
