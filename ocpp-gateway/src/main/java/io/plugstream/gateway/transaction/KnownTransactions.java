package io.plugstream.gateway.transaction;

import io.plugstream.gateway.ocpp16.StartTransaction;
import io.plugstream.model.charger.ChargerTransactions;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A charger's transactions as the table holds them, and how the table changes. */
record KnownTransactions(List<Entry> entries) {

    static final KnownTransactions NONE = new KnownTransactions(List.of());

    /** How long a stopped transaction is remembered. */
    static final Duration MEMORY = Duration.ofHours(24);

    /** A charger that never stops its transactions must not grow its record without end. */
    static final int MOST = 100;

    private static final Comparator<Entry> STOPPED_FIRST_THEN_OLDEST =
            Comparator.comparing((Entry entry) -> entry.stop() == null).thenComparing(Entry::registeredAt);

    KnownTransactions {
        entries = List.copyOf(entries);
    }

    static KnownTransactions of(ChargerTransactions stored) {
        return new KnownTransactions(stored.transactions());
    }

    ChargerTransactions toStore() {
        return new ChargerTransactions(entries);
    }

    Optional<Entry> withId(int transactionId) {
        return entries.stream()
                .filter(entry -> entry.transactionId() == transactionId)
                .findFirst();
    }

    /** The transaction that {@code start} began, if it did so before. */
    Optional<Entry> begunBy(StartTransaction start, Instant now) {
        return entries.stream()
                .filter(entry -> entry.connectorId() == start.connectorId()
                        && entry.meterStart() == start.meterStart()
                        && entry.idTag().equals(start.idTag())
                        && entry.startedAt().equals(start.timestamp())
                        && isRemembered(entry, now))
                .findFirst();
    }

    /** With {@code entry} in place of the one of the same id, and without what is to be forgotten. */
    KnownTransactions with(Entry entry, Instant now) {
        List<Entry> others = new ArrayList<>(entries.stream()
                .filter(other -> other.transactionId() != entry.transactionId() && isRemembered(other, now))
                .sorted(STOPPED_FIRST_THEN_OLDEST)
                .toList());
        while (others.size() >= MOST) {
            others.removeFirst();
        }
        others.add(entry);
        return new KnownTransactions(others);
    }

    private static boolean isRemembered(Entry entry, Instant now) {
        return entry.stop() == null || entry.stop().stoppedAt().plus(MEMORY).isAfter(now);
    }
}
