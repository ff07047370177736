package io.plugstream.simulator.charger;

/**
 * A reading of a connector's meter.
 *
 * @param energyWh imported energy since manufacture
 * @param powerW total of all phases
 * @param currentA per phase
 * @param voltage between a phase and neutral
 * @param chargePercent state of charge of the car's battery
 */
public record MeterReading(double energyWh, double powerW, double currentA, double voltage, double chargePercent) {}
