package io.plugstream.system;

import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.ChargerObserver;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.protocol.Protocol;

/** Simulated chargers for tests. */
final class Chargers {

    private Chargers() {}

    /** A new charger that saves no state. */
    static SimulatedCharger withoutMemory(Fleet fleet, ChargerAddress address, Protocol protocol, ChargerModel model) {
        return fleet.charger(address, protocol, model, ChargerState.fresh(model), _ -> {}, new ChargerObserver() {});
    }
}
