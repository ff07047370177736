package io.plugstream.gateway.meter;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All readings of the transactions whose windows were not sufficient, for all connections. If they are too many, the
 * organisation with the most loses those that it did not use for longest. If one is needed again, the log is searched
 * again. Thread-safe; a set is only for the connection that put it here.
 */
final class Histories {

    /** They take about 75 bytes each, so 40 MB. */
    private static final int MOST = 10 * ReadingLog.MOST;

    /** The memory that a history needs apart from its readings, in readings. */
    static final int EMPTY = 5;

    private final int most;

    /** The one that was used last is the last one. */
    private final Map<Key, Set<ReadingFingerprint>> all = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<String, Integer> byOrganisation = new HashMap<>();
    private int total;

    /**
     * Identifies a history.
     *
     * @param connection of the charger; another one does not know what this one publishes
     */
    record Key(Object connection, String organisationId, int transactionId) {}

    Histories() {
        this(MOST);
    }

    Histories(int most) {
        this.most = most;
    }

    synchronized @Nullable Set<ReadingFingerprint> get(Key key) {
        return all.get(key);
    }

    synchronized void put(Key key, Set<ReadingFingerprint> readings) {
        remove(key);
        all.put(key, readings);
        count(key, size(readings));
        bound();
    }

    /** Adds {@code readings} to a history, if it is here and does not become too large. */
    synchronized void add(Key key, Collection<ReadingFingerprint> readings) {
        Set<ReadingFingerprint> present = all.get(key);
        if (present == null) {
            return;
        }
        int before = present.size();
        present.addAll(readings);
        count(key, present.size() - before);
        if (present.size() > ReadingLog.MOST) {
            remove(key);
        }
        bound();
    }

    synchronized void remove(Key key) {
        Set<ReadingFingerprint> removed = all.remove(key);
        if (removed != null) {
            count(key, -size(removed));
        }
    }

    private void bound() {
        while (total > most) {
            String largest = byOrganisation.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            remove(all.keySet().stream()
                    .filter(key -> key.organisationId().equals(largest))
                    .findFirst()
                    .orElseThrow());
        }
    }

    private void count(Key key, int change) {
        total += change;
        byOrganisation.merge(key.organisationId(), change, (one, other) -> one + other == 0 ? null : one + other);
    }

    private static int size(Set<ReadingFingerprint> readings) {
        return EMPTY + readings.size();
    }
}
