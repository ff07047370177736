package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The invariants of one webhook's deliveries, which hold even if dispatchers fail. Its receiver has no other webhook.
 */
record Accounts(String webhook, List<UUID> matched, Map<UUID, Outcome> outcomes, List<UUID> received) {

    /** Waits until every one of {@code matched} has an outcome. */
    static Accounts of(TestLog log, String webhook, List<UUID> matched, RecordingReceiver receiver) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> outcomes(log, webhook).size() >= matched.size());
        List<UUID> received = receiver.journal().stream()
                .map(request -> UUID.fromString(request.id()))
                .toList();
        assertThat(log.claims(webhook))
                .as("one claim for each event that matched")
                .extracting(Claimed::eventId)
                .containsExactlyInAnyOrderElementsOf(matched);
        return new Accounts(webhook, matched, outcomes(log, webhook), received);
    }

    /** The first end record of a delivery is its outcome (ADR 10). */
    private static Map<UUID, Outcome> outcomes(TestLog log, String webhook) {
        Map<UUID, Outcome> first = new LinkedHashMap<>();
        log.ends(webhook).forEach(end -> first.putIfAbsent(end.eventId(), end.outcome()));
        return first;
    }

    /** Asserts the invariants with {@code unknown} as the only uncertain outcome. */
    Accounts assertBalanced() {
        return assertBalanced(Outcome.UNKNOWN);
    }

    /**
     * Asserts: no second POST; matched = outcomes; delivered ⊆ received; received without delivered ⊆
     * {@code uncertain}.
     */
    Accounts assertBalanced(Outcome... uncertain) {
        System.out.printf(
                "webhook %s: matched %d, received %d, outcomes %s%n",
                webhook, matched.size(), received.size(), totals());
        assertThat(received).as("no event twice").doesNotHaveDuplicates();
        assertThat(outcomes.keySet()).as("one outcome for each").containsExactlyInAnyOrderElementsOf(matched);
        assertThat(received).as("delivered is received").containsAll(with(Outcome.DELIVERED));
        Set<UUID> open = new HashSet<>(received);
        open.removeAll(with(Outcome.DELIVERED));
        assertThat(open)
                .as("received but not delivered is uncertain")
                .allMatch(event -> List.of(uncertain).contains(outcomes.get(event)));
        return this;
    }

    Set<UUID> with(Outcome outcome) {
        Set<UUID> events = new HashSet<>();
        outcomes.forEach((event, one) -> {
            if (one == outcome) {
                events.add(event);
            }
        });
        return events;
    }

    Map<Outcome, Integer> totals() {
        Map<Outcome, Integer> totals = new TreeMap<>();
        outcomes.values().forEach(outcome -> totals.merge(outcome, 1, Integer::sum));
        return totals;
    }
}
