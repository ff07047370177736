package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Commands as clients sent them, as chargers received them, and as the API lists them. A charger receives each command
 * at most once and accepts it. The API lists each command with one end, which contradicts neither side.
 */
public record CommandAccount(List<IssuedCommand> issued, List<ReceivedCommand> received, List<ListedCommand> listed) {

    public CommandAccount {
        issued = List.copyOf(issued);
        received = List.copyOf(received);
        listed = List.copyOf(listed);
    }

    List<Finding> findings() {
        Map<String, List<ReceivedCommand>> arrivals = Sequences.grouped(received, ReceivedCommand::data);
        Map<String, ListedCommand> byId =
                listed.stream().collect(Collectors.toMap(ListedCommand::commandId, Function.identity()));
        Map<String, String> dataById = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (IssuedCommand one : issued) {
            ListedCommand row = null;
            if (one.commandId() != null) {
                row = byId.get(one.commandId());
                dataById.put(one.commandId(), one.data());
                if (row == null) {
                    findings.add(finding(Kind.MISSING_COMMAND, one.data()));
                }
            }
            int arrived = arrivals.getOrDefault(one.data(), List.of()).size();
            if (arrived > 1) {
                findings.add(finding(Kind.SECOND_COMMAND, one.data()));
            }
            if (row != null && contradicts(one, row, arrived)) {
                findings.add(finding(Kind.CONTRADICTED_COMMAND, one.data()));
            }
        }
        for (ListedCommand row : listed) {
            String data = dataById.getOrDefault(row.commandId(), row.data());
            if (!row.hasEnded()) {
                findings.add(new Finding(Kind.ENDLESS_COMMAND, row.commandId(), history(data, row)));
            }
            // A charger of the load accepts everything and repeats the data.
            if (row.status().equals("rejected")
                    || (row.isAccepted() && (!Objects.equals(row.data(), data) || !arrivals.containsKey(row.data())))) {
                findings.add(new Finding(Kind.CONTRADICTED_COMMAND, row.commandId(), history(data, row)));
            }
        }
        findings.addAll(unlisted());
        return findings;
    }

    private static boolean contradicts(IssuedCommand client, ListedCommand row, int arrived) {
        return !row.charger().equals(client.charger())
                || (Objects.equals(client.status(), "accepted") && !row.isAccepted())
                || (arrived > 0 && row.wasNotSent());
    }

    /** Chargers that received more commands than the API lists: some of these have no row at all. */
    private List<Finding> unlisted() {
        Map<ChargerId, Long> rows =
                listed.stream().collect(Collectors.groupingBy(ListedCommand::charger, Collectors.counting()));
        return Sequences.grouped(received, ReceivedCommand::charger).entrySet().stream()
                .filter(one -> one.getValue().stream()
                                .map(ReceivedCommand::data)
                                .distinct()
                                .count()
                        > rows.getOrDefault(one.getKey(), 0L))
                .map(one -> new Finding(
                        Kind.MISSING_COMMAND,
                        one.getKey().toString(),
                        "received %s, listed %d".formatted(one.getValue(), rows.getOrDefault(one.getKey(), 0L))))
                .toList();
    }

    private Finding finding(Kind kind, String data) {
        return new Finding(kind, data, history(data, null));
    }

    private String history(@Nullable String data, @Nullable ListedCommand row) {
        List<Object> steps = new ArrayList<>();
        issued.stream().filter(one -> one.data().equals(data)).forEach(one -> {
            steps.addAll(one.requests());
            steps.add("answered with the command %s, %s".formatted(one.commandId(), one.status()));
            listed.stream()
                    .filter(each -> each.commandId().equals(one.commandId()))
                    .forEach(steps::add);
        });
        received.stream().filter(one -> one.data().equals(data)).forEach(steps::add);
        if (row != null && !steps.contains(row)) {
            steps.add(row);
        }
        return steps.stream().map(String::valueOf).collect(Collectors.joining(System.lineSeparator()));
    }
}
