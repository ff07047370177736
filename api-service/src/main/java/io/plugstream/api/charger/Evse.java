package io.plugstream.api.charger;

import java.time.Instant;
import java.util.List;

/** An EVSE, which serves one car at a time; an OCPP 1.6 charger has one for each connector. */
record Evse(int evseId, List<Plug> connectors) {

    Evse {
        connectors = List.copyOf(connectors);
    }

    record Plug(int connectorId, String status, Instant updatedAt) {}
}
