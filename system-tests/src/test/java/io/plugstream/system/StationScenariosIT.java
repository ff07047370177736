package io.plugstream.system;

import io.plugstream.simulator.ocpp2.Ocpp201;

/** The scenarios of a charger of OCPP 2.0.1, and where it tells less than one of 1.6; {@code docs/simulator.md} has the same. */
class StationScenariosIT extends ScenarioCases {

    StationScenariosIT() throws Exception {
        super(new Ocpp201());
    }

    /** The end of a transaction tells all of it, so that none is orphaned. */
    @Override
    boolean plays(String scenario) {
        return !scenario.equals("orphanedStop");
    }

    @Override
    String promised(String scenario, String field, String value) {
        if (field.equals("errorCode")) {
            return "OtherError";
        }
        // A plug that is in use again after a fault says nothing of the session before.
        return scenario.equals("faultWhileCharging") && value.equals("Finishing") ? "Preparing" : value;
    }
}
