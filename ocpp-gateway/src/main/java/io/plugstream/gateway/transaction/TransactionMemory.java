package io.plugstream.gateway.transaction;

import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How long a charger's transactions are remembered: a running one until it ends or is lost, an ended one for 24 hours.
 * If its stop may be unpublished, it stays stored as long as a search shows whether it is, because the charger may
 * return after days and repeat the stop.
 */
final class TransactionMemory {

    private static final Duration ENDED = Duration.ofHours(24);

    /** Less than the days for which the topic of events is kept. */
    private static final Duration SEARCHABLE = Duration.ofDays(6);

    /** How long the end of a transaction may come after the begin of another one at the same connector. */
    private static final Duration LOST = Duration.ofDays(30);

    private TransactionMemory() {}

    /** Whether a search still shows if an event with a note of this time is published. */
    static boolean isSearchable(Instant notedAt, Instant now) {
        return notedAt.plus(SEARCHABLE).isAfter(now);
    }

    static boolean isRemembered(Entry entry, Instant now) {
        return entry.stop() == null || isRemembered(entry.stop(), now);
    }

    static boolean isRemembered(Stop stop, Instant now) {
        return stop.stoppedAt().plus(ENDED).isAfter(now);
    }

    /** Whether {@code station}, one of {@code known}, is remembered. */
    static boolean isRemembered(KnownTransactions known, StationTransaction station, Instant now) {
        return isKept(known, station, ENDED, entry -> isRemembered(entry, now), now);
    }

    /** The same record without what is not remembered. */
    static KnownTransactions withoutExpired(KnownTransactions known, Instant now) {
        return recent(known, ENDED, now);
    }

    /**
     * The next record without what ended so long ago that no search finds it, and {@link #withoutLost without lost
     * ones}. Empty if there is nothing to forget.
     */
    static Optional<KnownTransactions> withoutOld(KnownTransactions known, Instant now) {
        KnownTransactions rest = recent(withoutLost(known, now), SEARCHABLE, now);
        return rest.equals(known) ? Optional.empty() : Optional.of(rest.repeated());
    }

    /**
     * The same record without transactions whose end will hardly come: it is missing for 30 days, and another one began
     * at their connector.
     */
    static KnownTransactions withoutLost(KnownTransactions known, Instant now) {
        return known.without(TransactionBounds.lost(known, now.minus(LOST)));
    }

    /** The same record without what ended longer ago than {@code memory} and has no reason to stay. */
    private static KnownTransactions recent(KnownTransactions known, Duration memory, Instant now) {
        Predicate<Stop> isRecent = stop -> stop.stoppedAt()
                .plus(Publisher.PUBLISHED.equals(stop.publisher()) ? memory : SEARCHABLE)
                .isAfter(now);
        Predicate<Entry> isKept = entry -> entry.stop() == null || isRecent.test(entry.stop());
        Predicate<OrphanedStop> isKeptOrphan =
                orphan -> isRecent.test(orphan.stop()) || isIncomplete(known, orphan.transactionId(), now);
        return new KnownTransactions(
                known.revision(),
                known.entries().stream().filter(isKept).toList(),
                known.orphans().stream().filter(isKeptOrphan).toList(),
                known.stations().stream()
                        .filter(station -> isKept(known, station, memory, isKept, now))
                        .toList());
    }

    /** Until it is published, and as long as its entry, too, so that no end is lost and nothing is published again. */
    private static boolean isKept(
            KnownTransactions known,
            StationTransaction station,
            Duration memory,
            Predicate<Entry> isKept,
            Instant now) {
        return station.end() == null
                || station.end().notedAt().plus(memory).isAfter(now)
                || isUnpublished(known, station, now)
                || known.withId(station.transactionId()).filter(isKept).isPresent();
    }

    /** A station that was away for long still publishes it when it returns, or brings the events that are missing. */
    private static boolean isUnpublished(KnownTransactions known, StationTransaction station, Instant now) {
        return known.withId(station.transactionId()).isEmpty()
                && (StationPublication.isStartDue(station, now) || isIncomplete(station, now));
    }

    /** The orphan of such a transaction is kept as well, so that it is not recorded again. */
    private static boolean isIncomplete(KnownTransactions known, int transactionId, Instant now) {
        return known.stations().stream()
                .anyMatch(station -> station.transactionId() == transactionId && isIncomplete(station, now));
    }

    private static boolean isIncomplete(StationTransaction station, Instant now) {
        End end = station.end();
        return end != null && StationPublication.hasGaps(station) && isSearchable(end.notedAt(), now);
    }
}
