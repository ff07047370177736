package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The API shows each charger as its last events and its last status say. */
final class StateAccount {

    private static final int CONNECTOR = 1;

    private final Accounts accounts;
    private final Sequences sequences;
    private final List<Finding> findings = new ArrayList<>();

    StateAccount(Accounts accounts, Sequences sequences) {
        this.accounts = accounts;
        this.sequences = sequences;
    }

    List<Finding> findings() {
        Map<ChargerId, List<Logged>> events = Sequences.grouped(
                accounts.events().stream()
                        .sorted(Comparator.comparing(Logged::topic).thenComparingLong(Logged::offset))
                        .toList(),
                one -> one.event().chargerId());
        Map<ChargerId, ListedCharger> listed =
                accounts.chargers().stream().collect(Collectors.toMap(ListedCharger::charger, one -> one));
        Map<ChargerId, List<Exchange>> exchanges = Sequences.grouped(accounts.exchanges(), Exchange::charger);
        Set<ChargerId> known = new HashSet<>(events.keySet());
        known.addAll(exchanges.keySet());
        known.stream()
                .filter(charger -> accounts.askedOrganisations().contains(charger.organisationId()))
                .forEach(charger -> compare(
                        charger,
                        events.getOrDefault(charger, List.of()),
                        exchanges.getOrDefault(charger, List.of()),
                        listed.get(charger)));
        return findings;
    }

    private void compare(
            ChargerId charger, List<Logged> events, List<Exchange> exchanges, @Nullable ListedCharger inApi) {
        String status = "offline";
        Map<Integer, String> connectors = new HashMap<>();
        Set<UUID> seen = new HashSet<>();
        for (Logged one : events) {
            // The second copy of an event may come after newer events.
            if (!seen.add(one.eventId())) {
                continue;
            }
            switch (one.event().data()) {
                case ChargerConnected _ -> status = "online";
                case ChargerDisconnected _ -> status = "offline";
                case ConnectorStatusChanged change -> connectors.put(change.connectorId(), change.status());
                default -> {}
            }
        }
        String reported = exchanges.isEmpty() ? null : reported(exchanges.getLast());
        boolean asReported = reported == null || reported.equals(connectors.get(CONNECTOR));
        if (!asReported || !new ListedCharger(charger, status, connectors).equals(inApi)) {
            findings.add(new Finding(
                    Kind.OTHER_STATE,
                    charger.toString(),
                    "the charger reported %s, its events say %s and %s, the API says %s%n%s"
                            .formatted(
                                    Objects.requireNonNullElse(reported, "nothing"),
                                    status,
                                    connectors,
                                    inApi,
                                    exchanges.isEmpty() ? "" : sequences.of(Content.of(exchanges.getLast())))));
        }
    }

    /** The state that the charger's last message reported; null if that was another message. */
    private static @Nullable String reported(Exchange last) {
        return last.isAnswered() && last.payload() instanceof Exchange.Status status ? status.status() : null;
    }
}
