package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;

/**
 * A charger at a moment.
 *
 * @param connected whether the central system has accepted it on the present connection
 * @param idle whether nothing waits to be sent or answered
 */
public record ChargerView(ChargerState state, boolean connected, boolean idle) {}
