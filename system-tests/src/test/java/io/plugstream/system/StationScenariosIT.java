package io.plugstream.system;

import io.plugstream.simulator.ocpp2.Ocpp201;

/** The scenarios of a charger of OCPP 2.0.1. */
class StationScenariosIT extends ScenarioCases {

    StationScenariosIT() throws Exception {
        super(new Ocpp201());
    }
}
