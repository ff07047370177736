package io.plugstream.api.command;

import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a RemoteStartTransaction that the resulting StartTransaction repeats. Only they can match the two.
 *
 * @param connectorId null if the charger may choose
 */
record RemoteStart(String idTag, @Nullable Integer connectorId) {

    /** Null for other commands. */
    static @Nullable RemoteStart of(ChargerCommand command) {
        if (command.action() != CommandAction.REMOTE_START_TRANSACTION) {
            return null;
        }
        JsonNode connector = command.payload().path("connectorId");
        return new RemoteStart(
                command.payload().path("idTag").stringValue(), connector.isInt() ? connector.intValue() : null);
    }
}
