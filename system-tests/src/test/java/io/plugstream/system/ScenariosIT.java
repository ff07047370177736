package io.plugstream.system;

import io.plugstream.simulator.ocpp16.Ocpp16;

/** The scenarios of a charger of OCPP 1.6. */
class ScenariosIT extends ScenarioCases {

    ScenariosIT() throws Exception {
        super(new Ocpp16());
    }
}
