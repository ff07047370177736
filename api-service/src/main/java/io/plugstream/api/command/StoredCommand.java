package io.plugstream.api.command;

import io.plugstream.api.database.Columns;
import io.plugstream.model.json.Json;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A command as {@link CommandRows#SELECT} reads it.
 *
 * @param characters the length of its response
 */
record StoredCommand(Command command, int characters) {

    static StoredCommand of(Readable row) {
        Optional<String> response = json(row, "response");
        Optional<String> stationResponse = json(row, "station_response");
        Command command = new Command(
                Columns.get(row, "id", UUID.class),
                Columns.get(row, "charge_box_id", String.class),
                Columns.get(row, "action", String.class),
                Columns.constant(row, "status", CommandStatus.class),
                Columns.get(row, "answered", Boolean.class),
                response.map(Json.mapper()::readTree).orElse(null),
                stationResponse.map(Json.mapper()::readTree).orElse(null),
                json(row, "error")
                        .map(text -> Json.mapper().readValue(text, CommandError.class))
                        .orElse(null),
                row.get("transaction_id", Integer.class),
                Columns.get(row, "created_at", Instant.class),
                row.get("sent_at", Instant.class),
                row.get("completed_at", Instant.class),
                Columns.get(row, "expires_at", Instant.class));
        return new StoredCommand(
                command,
                response.map(String::length).orElse(0)
                        + stationResponse.map(String::length).orElse(0));
    }

    private static Optional<String> json(Readable row, String column) {
        return Optional.ofNullable(row.get(column, String.class));
    }
}
