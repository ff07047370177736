package io.plugstream.api.charger;

import io.plugstream.model.json.Json;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Reads the rows of {@link ChargerPages}. */
final class ChargerRow {

    private ChargerRow() {}

    static Charger charger(Readable row) {
        return new Charger(
                Objects.requireNonNull(row.get("charge_box_id", String.class)),
                row.get("name", String.class),
                Boolean.TRUE.equals(row.get("online", Boolean.class)) ? "online" : "offline",
                row.get("last_seen", Instant.class),
                row.get("vendor", String.class),
                row.get("model", String.class),
                row.get("serial_number", String.class),
                row.get("firmware_version", String.class),
                row.get("protocol", String.class),
                connectors(Objects.requireNonNull(row.get("connectors", String.class))),
                Objects.requireNonNull(row.get("created_at", Instant.class)));
    }

    private static List<Connector> connectors(String json) {
        return List.of(Json.mapper().readValue(json, Connector[].class));
    }
}
