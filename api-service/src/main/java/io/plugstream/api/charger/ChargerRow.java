package io.plugstream.api.charger;

import io.plugstream.api.charger.Evse.Plug;
import io.plugstream.api.database.Columns;
import io.plugstream.model.json.Json;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps the rows of {@link ChargerPages}. */
final class ChargerRow {

    private ChargerRow() {}

    static Charger listed(Readable row) {
        return charger(row, null, null);
    }

    static Charger whole(Readable row, String connectionUrl) {
        String deviations = Columns.get(row, "deviations", String.class);
        return charger(row, connectionUrl, List.of(Json.mapper().readValue(deviations, Deviation[].class)));
    }

    private static Charger charger(Readable row, @Nullable String connectionUrl, @Nullable List<Deviation> deviations) {
        List<StoredConnector> connectors = connectors(Columns.get(row, "connectors", String.class));
        return new Charger(
                Columns.get(row, "charge_box_id", String.class),
                row.get("name", String.class),
                Boolean.TRUE.equals(row.get("online", Boolean.class)) ? "online" : "offline",
                row.get("last_seen", Instant.class),
                row.get("vendor", String.class),
                row.get("model", String.class),
                row.get("serial_number", String.class),
                row.get("firmware_version", String.class),
                row.get("protocol", String.class),
                connectionUrl,
                connectors.stream().map(StoredConnector::connector).toList(),
                connectionUrl != null
                        ? connectors.stream()
                                .filter(StoredConnector::isEvse)
                                .map(StoredConnector::evse)
                                .toList()
                        : null,
                deviations,
                Columns.get(row, "created_at", Instant.class));
    }

    private static List<StoredConnector> connectors(String json) {
        return List.of(Json.mapper().readValue(json, StoredConnector[].class));
    }

    /**
     * A row of the connectors' table.
     *
     * @param plugs the EVSE's connectors at an OCPP 2 station; null if there is only one
     */
    private record StoredConnector(
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
}
