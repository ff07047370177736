package io.plugstream.system;

import io.plugstream.simulator.ocpp16.Ocpp16;

/** The scenarios of an OCPP 1.6 charger. */
class ScenariosIT extends ScenarioCases {

    ScenariosIT() throws Exception {
        super(new Ocpp16());
    }
}
