package io.plugstream.api.command;

import io.r2dbc.spi.Readable;
import java.util.Objects;

/** A command that has just ended, and how. */
record EndedCommand(String action, String status) {

    static EndedCommand of(Readable row) {
        return new EndedCommand(
                Objects.requireNonNull(row.get("action", String.class)),
                Objects.requireNonNull(row.get("status", String.class)));
    }
}
