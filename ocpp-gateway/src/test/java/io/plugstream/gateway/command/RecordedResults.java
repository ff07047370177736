package io.plugstream.gateway.command;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** The results of commands in the order in which they were reported. */
final class RecordedResults implements ResultWriter {

    private final List<CommandResult> all = new CopyOnWriteArrayList<>();

    @Override
    public void sent(ChargerCommand command, Instant at) {
        all.add(new CommandResult.Sent(command.commandId(), at));
    }

    @Override
    public void ended(ChargerCommand command, CommandResult result) {
        all.add(result);
    }

    @Override
    public void passwordUsed(ChargerId charger, UUID commandId) {}

    List<CommandResult> all() {
        return all;
    }

    List<CommandResult> ends() {
        return all.stream()
                .filter(result -> !(result instanceof CommandResult.Sent))
                .toList();
    }
}
