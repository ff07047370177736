package io.plugstream.api.charger;

import io.plugstream.api.charger.Evse.Plug;
import io.plugstream.api.database.Columns;
import io.plugstream.model.json.Json;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the connectors' table.
 *
 * @param plugs JSON of the EVSE's connectors at an OCPP 2 station; null if there is only one
 */
record StoredConnector(
        String chargeBoxId,
        int connectorId,
        String status,
        String errorCode,
        @Nullable String plugs,
        Instant updatedAt) {

    /** The connectors of some chargers of an organisation, in order. */
    static final String SELECT = """
            SELECT charge_box_id, connector_id, status, error_code, plugs::text AS plugs, updated_at
            FROM connector_states WHERE organisation_id = :organisation AND charge_box_id = ANY(:ids)
            ORDER BY charge_box_id, connector_id""";

    static StoredConnector of(Readable row) {
        return new StoredConnector(
                Columns.get(row, "charge_box_id", String.class),
                Columns.get(row, "connector_id", Integer.class),
                Columns.get(row, "status", String.class),
                Columns.get(row, "error_code", String.class),
                row.get("plugs", String.class),
                Columns.get(row, "updated_at", Instant.class));
    }

    Connector connector() {
        return new Connector(connectorId, status, errorCode, updatedAt);
    }

    /** Whether it is an EVSE; 0 is the whole charger. */
    boolean isEvse() {
        return connectorId > 0;
    }

    Evse evse() {
        return new Evse(
                connectorId,
                plugs == null
                        ? List.of(new Plug(1, status, updatedAt))
                        : List.of(Json.mapper().readValue(plugs, Plug[].class)));
    }
}
