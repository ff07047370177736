package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.MeterReading;

/**
 * A charger at a moment.
 *
 * @param reading what the meter of connector 1 shows
 * @param connected whether the central system has accepted it on the present connection
 * @param idle whether nothing waits to be sent or answered
 */
public record ChargerView(ChargerState state, MeterReading reading, boolean connected, boolean idle) {}
