package io.plugstream.api.charger;

import io.plugstream.api.database.Columns;
import io.plugstream.model.json.Json;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps the rows of {@link ChargerPages}, without connectors. */
final class ChargerRow {

    private ChargerRow() {}

    static Charger listed(Readable row) {
        return charger(row, null, null, null);
    }

    static Charger whole(Readable row, String connectionUrl) {
        String deviations = Columns.get(row, "deviations", String.class);
        return charger(row, connectionUrl, List.of(), List.of(Json.mapper().readValue(deviations, Deviation[].class)));
    }

    private static Charger charger(
            Readable row,
            @Nullable String connectionUrl,
            @Nullable List<Evse> evses,
            @Nullable List<Deviation> deviations) {
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
                List.of(),
                evses,
                deviations,
                Columns.get(row, "created_at", Instant.class));
    }
}
