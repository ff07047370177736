package io.plugstream.gateway.meter;

import io.plugstream.gateway.meter.ReadingWindow.Status;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.SeenReadings;
import io.plugstream.model.transaction.SeenReadings.OfTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Knows for one connection which readings of a charger's transactions are published (ADR 49). A reading counts as
 * published only after its event was acknowledged, so a new reading is never taken for a repeated one.
 */
final class PublishedReadings {

    /** So many stopped transactions keep readings, as only the latest are repeated. For others the log is searched. */
    private static final int STOPPED_IN_DETAIL = 4;

    private final ReadingLog log;
    private final ChargerId charger;

    /** By transaction; null until read. */
    private @Nullable Map<Integer, ReadingWindow> windows;

    private final Histories histories;

    /** Stands for this connection. */
    private final Object connection = new Object();

    PublishedReadings(ReadingLog log, Histories histories, ChargerId charger) {
        this.log = log;
        this.histories = histories;
        this.charger = charger;
    }

    /** The ones of {@code values} that are not published yet, without duplicates. */
    NormalisedValues unseen(NormalisedValues values, Entry transaction) throws NotAcknowledgedException {
        Set<ReadingFingerprint> taken = new HashSet<>();
        ReadingWindow window = windows().getOrDefault(transaction.transactionId(), ReadingWindow.EMPTY);
        boolean unknown = ReadingFingerprint.of(values).anyMatch(reading -> window.status(reading) == Status.UNKNOWN);
        Set<ReadingFingerprint> known = unknown
                ? history(transaction)
                : Objects.requireNonNullElse(histories.get(key(transaction.transactionId())), Set.of());
        return values.filter(
                reading -> window.status(reading) != Status.SEEN && !known.contains(reading) && taken.add(reading));
    }

    /** Whether all of {@code values} are noted as published. */
    boolean holds(NormalisedValues values, Entry transaction) throws NotAcknowledgedException {
        ReadingWindow window = windows().getOrDefault(transaction.transactionId(), ReadingWindow.EMPTY);
        return ReadingFingerprint.of(values).allMatch(reading -> window.status(reading) == Status.SEEN);
    }

    /**
     * Notes that {@code values} are published, now or earlier.
     *
     * @param remembered the charger's stored transactions, oldest first; readings of other transactions are dropped
     */
    void add(NormalisedValues values, Entry transaction, List<Entry> remembered) throws NotAcknowledgedException {
        List<ReadingFingerprint> readings = ReadingFingerprint.of(values).toList();
        histories.add(key(transaction.transactionId()), readings);
        Map<Integer, ReadingWindow> known = windows();
        ReadingWindow former = known.getOrDefault(transaction.transactionId(), ReadingWindow.EMPTY);
        known.put(transaction.transactionId(), former.with(readings, ReadingWindow.RUNNING));
        if (known.size() > remembered.size()) {
            retain(remembered.stream().map(Entry::transactionId).collect(Collectors.toSet()), known);
        }
        List<OfTransaction> stored = new ArrayList<>();
        int stopped = 0;
        // Only one can run at a connector; the end of an older one is lost.
        Set<Integer> followed = new HashSet<>();
        for (Entry entry : remembered.reversed()) {
            ReadingWindow window = known.get(entry.transactionId());
            boolean over = entry.stop() != null
                    || (!followed.add(entry.connectorId()) && entry.transactionId() != transaction.transactionId());
            if (window != null && over) {
                stopped++;
                window = stopped <= STOPPED_IN_DETAIL
                        ? window.with(List.of(), ReadingWindow.STOPPED)
                        : window.forgotten();
            }
            if (window != null) {
                stored.add(window.toStore(entry.transactionId()));
            }
        }
        log.remember(charger, new SeenReadings(stored));
    }

    private Map<Integer, ReadingWindow> windows() throws NotAcknowledgedException {
        Map<Integer, ReadingWindow> present = windows;
        if (present == null) {
            present = new HashMap<>(log.load(charger).transactions().stream()
                    .collect(Collectors.toMap(OfTransaction::transactionId, ReadingWindow::of)));
            windows = present;
        }
        return present;
    }

    private void retain(Set<Integer> transactions, Map<Integer, ReadingWindow> known) {
        known.keySet().stream()
                .filter(transaction -> !transactions.contains(transaction))
                .forEach(transaction -> histories.remove(key(transaction)));
        known.keySet().retainAll(transactions);
    }

    /**
     * Read once per connection and transaction, unless there are too many readings. Readings that this connection
     * publishes later are added.
     */
    private Set<ReadingFingerprint> history(Entry transaction) {
        Histories.Key key = key(transaction.transactionId());
        Set<ReadingFingerprint> present = histories.get(key);
        if (present == null) {
            present = new HashSet<>(log.published(charger, transaction.transactionId(), transaction.registeredAt())
                    .orElse(Set.of()));
            histories.put(key, present);
        }
        return present;
    }

    private Histories.Key key(int transactionId) {
        return new Histories.Key(connection, charger.organisationId(), transactionId);
    }
}
