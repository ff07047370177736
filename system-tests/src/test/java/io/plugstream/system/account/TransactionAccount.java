package io.plugstream.system.account;

import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** The API lists each transaction once, as in the topics, with each of its readings once. */
final class TransactionAccount {

    private record Known(String organisationId, int transactionId) {}

    private final Accounts accounts;
    private final Sequences sequences;
    private final Map<Known, Logged> starts = new HashMap<>();
    private final Map<Known, Logged> stops = new HashMap<>();
    private final Map<Known, TreeSet<Long>> readings = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    TransactionAccount(Accounts accounts, Sequences sequences) {
        this.accounts = accounts;
        this.sequences = sequences;
    }

    List<Finding> findings() {
        accounts.events().forEach(this::note);
        Map<Known, List<ListedTransaction>> listed =
                Sequences.grouped(accounts.transactions(), one -> new Known(one.organisationId(), one.transactionId()));
        starts.forEach((known, start) -> {
            if (!accounts.askedOrganisations().contains(known.organisationId())) {
                return;
            }
            List<ListedTransaction> inApi = listed.getOrDefault(known, List.of());
            if (inApi.size() != 1 || !matches(known, inApi.getFirst(), start)) {
                add(known, start, inApi);
            }
        });
        listed.forEach((known, inApi) -> {
            if (!starts.containsKey(known)) {
                findings.add(new Finding(Kind.API_DIFFERS, known.toString(), "in no topic: " + inApi));
            }
        });
        return findings;
    }

    private void note(Logged logged) {
        String organisation = logged.event().organisationId();
        switch (logged.event().data()) {
            case TransactionStarted start -> starts.put(new Known(organisation, start.transactionId()), logged);
            case TransactionStopped stop -> stops.put(new Known(organisation, stop.transactionId()), logged);
            case TransactionUpdated update ->
                readings.computeIfAbsent(
                                new Known(organisation, Objects.requireNonNullElse(update.transactionId(), 0)),
                                _ -> new TreeSet<>())
                        .add(update.meterValues().getFirst().value().longValue());
            default -> {}
        }
    }

    private boolean matches(Known known, ListedTransaction inApi, Logged start) {
        TransactionStarted started = (TransactionStarted) start.event().data();
        Logged stop = stops.get(known);
        boolean sameEnd = stop == null
                ? inApi.status().equals("active")
                : inApi.status().equals("completed")
                        && Objects.equals(
                                inApi.meterStop(),
                                ((TransactionStopped) stop.event().data()).meterStop());
        List<Long> values = inApi.readings();
        return sameEnd
                && inApi.chargeBoxId().equals(started.chargeBoxId())
                && Objects.equals(inApi.meterStart(), started.meterStart())
                && (values == null
                        || values.stream()
                                .sorted()
                                .toList()
                                .equals(List.copyOf(readings.getOrDefault(known, new TreeSet<>()))));
    }

    private void add(Known known, Logged start, List<ListedTransaction> inApi) {
        Logged stop = stops.get(known);
        findings.add(new Finding(
                Kind.API_DIFFERS,
                known.toString(),
                "%s%n%s%nreadings %s%nthe API: %s"
                        .formatted(
                                sequences.of(start.eventId()),
                                stop == null ? "no stop" : sequences.of(stop.eventId()),
                                readings.get(known),
                                inApi)));
    }
}
