package io.plugstream.system.fault;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.account.CommandAccount;
import io.plugstream.system.account.IssuedCommand;
import io.plugstream.system.account.ListedCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects the commands of an ended load once the last one has ended. */
final class CommandBook {

    /** Longer than a command lives. */
    private static final Duration COMMANDS_SETTLE = Duration.ofSeconds(60);

    private final Load load;

    CommandBook(Load load) {
        this.load = load;
    }

    CommandAccount collect() {
        Bookkeeper.settle(COMMANDS_SETTLE, "each command has ended", this::openCommands);
        return new CommandAccount(load.issuedCommands(), load.receivedCommands(), listed());
    }

    private String openCommands() {
        return listed().stream()
                .filter(one -> !one.hasEnded())
                .map(ListedCommand::toString)
                .collect(Collectors.joining(", "));
    }

    private List<ListedCommand> listed() {
        Set<ChargerId> chargers =
                load.issuedCommands().stream().map(IssuedCommand::charger).collect(Collectors.toSet());
        List<ListedCommand> listed = new ArrayList<>();
        for (ChargerId charger : chargers) {
            Pages.read(
                    load.organisation(charger.organisationId()),
                    "/api/v1/chargers/" + charger.chargeBoxId() + "/commands?" + Pages.LIMIT,
                    "commands",
                    one -> listed.add(new ListedCommand(
                            charger,
                            one.path("id").stringValue(),
                            one.path("status").stringValue(),
                            Pages.text(one.path("error"), "code"),
                            Pages.text(one.path("response"), "data"))));
        }
        return listed;
    }
}
