package io.plugstream.api.command;

import io.plugstream.api.database.Columns;
import io.r2dbc.spi.Readable;

/** A command that has just ended, and its final status. */
record EndedCommand(String action, String status) {

    static EndedCommand of(Readable row) {
        return new EndedCommand(Columns.get(row, "action", String.class), Columns.get(row, "status", String.class));
    }
}
