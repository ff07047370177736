package io.plugstream.gateway.command;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import java.util.UUID;

/** Receives the results of commands. */
interface ResultWriter {

    /** Reports that a command was sent. Does not wait for the acknowledgement. */
    void sent(ChargerCommand command);

    /** Reports how a command ended. Returns when the report is durable or the command has expired. */
    void ended(ChargerCommand command, CommandResult result);

    /** Reports that a charger uses the password that a command set. Does not wait for the acknowledgement. */
    void passwordUsed(ChargerId charger, UUID commandId);
}
