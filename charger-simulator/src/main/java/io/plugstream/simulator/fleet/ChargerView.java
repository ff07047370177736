package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.MeterReading;

/**
 * A snapshot of a charger.
 *
 * @param reading the meter reading of connector 1
 * @param connected whether the central system has accepted it on the present connection
 * @param idle whether it is connected and no message waits to be sent or answered
 */
public record ChargerView(ChargerState state, MeterReading reading, boolean connected, boolean idle) {}
