package io.plugstream.simulator.charger;

/**
 * What a meter shows at a moment.
 *
 * @param energyWh since the charger was made
 * @param powerW of all phases
 * @param currentA of a phase
 * @param voltage between a phase and neutral
 * @param chargePercent of the car's battery
 */
public record MeterReading(double energyWh, double powerW, double currentA, double voltage, double chargePercent) {}
