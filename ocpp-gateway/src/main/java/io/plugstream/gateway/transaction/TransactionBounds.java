package io.plugstream.gateway.transaction;

import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a charger's record. Whatever a charger sends, Kafka must accept its record, or the charger could not
 * begin or end anything any more. The least useful transactions are given up first: ended ones, then lost ones, which
 * another one followed at their connector, then the oldest.
 */
final class TransactionBounds {

    /** Ended and lost transactions are given up beyond so many. */
    static final int MOST = 100;

    /** A charger has at most one running transaction for each connector. */
    static final int MOST_RUNNING = ConnectorStates.MOST;

    /** A record may have 1 MiB; the rest is for orphaned stops and headers. */
    private static final int MOST_BYTES = 900_000;

    private static final int WHOLE_CHARGER = 0;

    private TransactionBounds() {}

    private enum Use {
        ENDED,
        /** Another one began at its connector, where only one can run. */
        LOST,
        RUNS
    }

    /** A transaction of OCPP 1.6 has no part of a station; one that is not published has no entry. */
    private record Transaction(
            @Nullable Entry entry, @Nullable StationTransaction station) {

        static Transaction of(Entry entry) {
            return new Transaction(entry, null);
        }

        static Transaction of(StationTransaction station) {
            return new Transaction(null, station);
        }

        static Transaction joined(Transaction one, Transaction other) {
            return new Transaction(
                    one.entry == null ? other.entry : one.entry, one.station == null ? other.station : one.station);
        }

        int id() {
            return entry == null ? known().transactionId() : entry.transactionId();
        }

        boolean runs() {
            return entry == null ? known().end() == null : entry.stop() == null;
        }

        Instant since() {
            return entry == null ? known().notedAt() : entry.registeredAt();
        }

        /** When it was last needed for certain: its end, or its begin while it runs. */
        Instant last() {
            if (entry != null) {
                return entry.stop() == null ? since() : entry.stop().stoppedAt();
            }
            return known().end() == null ? since() : known().end().notedAt();
        }

        int connectorId() {
            return entry == null ? Objects.requireNonNullElse(known().evseId(), WHOLE_CHARGER) : entry.connectorId();
        }

        int bytes() {
            return (entry == null ? 0 : RecordSize.of(entry)) + (station == null ? 0 : RecordSize.of(station));
        }

        private StationTransaction known() {
            return Objects.requireNonNull(station, "it has one of both");
        }
    }

    /** {@code known} within the limits. The transaction {@code changed} always stays. */
    static KnownTransactions bounded(KnownTransactions known, int changed) {
        int bytes = RecordSize.of(known);
        if (bytes > MOST_BYTES) {
            return withoutExcess(withoutWaitingReadings(known, bytes - MOST_BYTES, changed), changed);
        }
        return known.entries().size() + known.stations().size() > MOST ? withoutExcess(known, changed) : known;
    }

    /** The readings are recorded anyway, and a transaction that waited for long will hardly begin. */
    private static KnownTransactions withoutWaitingReadings(KnownTransactions known, int excess, int changed) {
        Set<Integer> givenUp = new HashSet<>();
        int left = excess;
        for (StationTransaction station : known.stations().stream()
                .sorted(Comparator.comparing(StationTransaction::notedAt))
                .toList()) {
            int id = station.transactionId();
            if (left > 0 && id != changed && known.withId(id).isEmpty()) {
                left -= RecordSize.of(station.pending());
                givenUp.add(id);
            }
        }
        return known.withStations(known.stations().stream()
                .map(station -> givenUp.contains(station.transactionId())
                        ? StationTransactionRules.withoutPending(station)
                        : station)
                .toList());
    }

    private static KnownTransactions withoutExcess(KnownTransactions known, int changed) {
        Map<Integer, Transaction> transactions = transactions(known);
        Map<Integer, Instant> newest = newest(transactions);
        int left = transactions.size();
        int bytes = RecordSize.of(known);
        Set<Integer> givenUp = new HashSet<>();
        for (Transaction one : leastUsefulFirst(transactions, newest)) {
            int most = use(one, newest) == Use.RUNS ? MOST_RUNNING : MOST;
            if (left <= most && bytes <= MOST_BYTES) {
                break;
            }
            if (one.id() != changed) {
                givenUp.add(one.id());
                left--;
                bytes -= one.bytes();
            }
        }
        return givenUp.isEmpty() ? known : known.without(givenUp);
    }

    private static List<Transaction> leastUsefulFirst(
            Map<Integer, Transaction> transactions, Map<Integer, Instant> newest) {
        return transactions.values().stream()
                .sorted(Comparator.comparing((Transaction one) -> use(one, newest))
                        .thenComparing(Transaction::last))
                .toList();
    }

    /** The ids of lost transactions that began before {@code before}. */
    static Set<Integer> lost(KnownTransactions known, Instant before) {
        if (known.entries().size() + known.stations().size() < 2) {
            return Set.of();
        }
        Map<Integer, Transaction> transactions = transactions(known);
        Map<Integer, Instant> newest = newest(transactions);
        return transactions.values().stream()
                .filter(one -> use(one, newest) == Use.LOST && one.since().isBefore(before))
                .map(Transaction::id)
                .collect(Collectors.toSet());
    }

    private static Map<Integer, Transaction> transactions(KnownTransactions known) {
        Map<Integer, Transaction> transactions = new HashMap<>();
        Stream.concat(
                        known.entries().stream().map(Transaction::of),
                        known.stations().stream().map(Transaction::of))
                .forEach(one -> transactions.merge(one.id(), one, Transaction::joined));
        return transactions;
    }

    /** When the newest transaction of each connector began. */
    private static Map<Integer, Instant> newest(Map<Integer, Transaction> transactions) {
        Map<Integer, Instant> newest = new HashMap<>();
        transactions.values().stream()
                .filter(one -> one.connectorId() != WHOLE_CHARGER)
                .forEach(one -> newest.merge(one.connectorId(), one.since(), (a, b) -> a.isAfter(b) ? a : b));
        return newest;
    }

    private static Use use(Transaction one, Map<Integer, Instant> newest) {
        if (!one.runs()) {
            return Use.ENDED;
        }
        return newest.getOrDefault(one.connectorId(), Instant.MIN).isAfter(one.since()) ? Use.LOST : Use.RUNS;
    }
}
