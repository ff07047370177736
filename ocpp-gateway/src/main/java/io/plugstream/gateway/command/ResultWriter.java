package io.plugstream.gateway.command;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import java.time.Instant;
import java.util.UUID;

/** Receives the results of commands. */
interface ResultWriter {

    /** Reports when the sending of a command began. Does not wait for the acknowledgement. */
    void sent(ChargerCommand command, Instant at);

    /** Reports how a command ended. Returns when the report is durable or the command has expired. */
    void ended(ChargerCommand command, CommandResult result);

    /** Reports that a charger uses the password that a command set. Does not wait for the acknowledgement. */
    void passwordUsed(ChargerId charger, UUID commandId);
}
