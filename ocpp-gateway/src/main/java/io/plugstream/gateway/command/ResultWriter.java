package io.plugstream.gateway.command;

import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;

/** Where a line tells what became of its commands. */
interface ResultWriter {

    /** Tells that a command was sent; does not wait until it is known. */
    void sent(ChargerCommand command);

    /** Tells how a command ended; returns when it is known, or when nobody wants to know any more. */
    void ended(ChargerCommand command, CommandResult result);
}
