package io.plugstream.api.command;

import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What of a RemoteStartTransaction the StartTransaction repeats that it causes: all there is to know one by the other.
 *
 * @param connectorId null if the charger may choose
 */
record RemoteStart(String idTag, @Nullable Integer connectorId) {

    /** Null if the command is another one. */
    static @Nullable RemoteStart of(ChargerCommand command) {
        if (command.action() != CommandAction.REMOTE_START_TRANSACTION) {
            return null;
        }
        JsonNode connector = command.payload().path("connectorId");
        return new RemoteStart(
                command.payload().path("idTag").stringValue(), connector.isInt() ? connector.intValue() : null);
    }
}
