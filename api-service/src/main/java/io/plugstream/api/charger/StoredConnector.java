package io.plugstream.api.charger;

import io.plugstream.api.charger.Evse.Plug;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the connectors' table.
 *
 * @param plugs the EVSE's connectors at an OCPP 2 station; null if there is only one
 */
record StoredConnector(
        int connectorId,
        String status,
        String errorCode,
        @Nullable List<Plug> plugs,
        Instant updatedAt) {

    Connector connector() {
        return new Connector(connectorId, status, errorCode, updatedAt);
    }

    /** Whether it is an EVSE; 0 is the whole charger. */
    boolean isEvse() {
        return connectorId > 0;
    }

    Evse evse() {
        return new Evse(connectorId, plugs == null ? List.of(new Plug(1, status, updatedAt)) : plugs);
    }
}
