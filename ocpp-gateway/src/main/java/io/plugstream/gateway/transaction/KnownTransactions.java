package io.plugstream.gateway.transaction;

import io.plugstream.model.event.ClockTolerance;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A charger's transactions as stored in the table, and changes of them.
 *
 * @param revision of the record that stores them, or will store them
 */
record KnownTransactions(
        long revision, List<Entry> entries, List<OrphanedStop> orphans, List<StationTransaction> stations) {

    static final KnownTransactions NONE = new KnownTransactions(0, List.of(), List.of(), List.of());

    /** How long a stop is remembered. */
    static final Duration MEMORY = Duration.ofHours(24);

    /** Less than the days for which the topic of events is kept. */
    private static final Duration SEARCHABLE = Duration.ofDays(6);

    /** How long the end of a transaction may come after the begin of another one at the same connector. */
    private static final Duration LOST = Duration.ofDays(30);

    /** Limits the orphaned stops of a charger that invents transactions. */
    static final int MOST_ORPHANS = 100;

    private static final Comparator<Entry> STOPPED_FIRST_THEN_OLDEST =
            Comparator.comparing((Entry entry) -> entry.stop() == null).thenComparing(Entry::registeredAt);

    private static final Comparator<StationTransaction> ENDED_FIRST_THEN_OLDEST = Comparator.comparing(
                    (StationTransaction station) -> station.end() == null)
            .thenComparing(StationTransaction::notedAt);

    KnownTransactions {
        entries = List.copyOf(entries);
        orphans = List.copyOf(orphans);
        stations = List.copyOf(stations);
    }

    static KnownTransactions of(ChargerTransactions stored) {
        return new KnownTransactions(
                stored.revision(), stored.transactions(), stored.orphanedStops(), stored.stations());
    }

    ChargerTransactions toStore() {
        return new ChargerTransactions(revision, entries, orphans, stations);
    }

    /** The same transactions in a next record. */
    KnownTransactions repeated() {
        return new KnownTransactions(revision + 1, entries, orphans, stations);
    }

    /** Whether {@code other} is the same record. Times may be more precise in memory than in the log. */
    boolean isSameAs(KnownTransactions other) {
        return revision == other.revision
                && notedEvents().equals(other.notedEvents())
                && stations.equals(other.stations);
    }

    /** All events that are or will be published for these transactions. */
    Set<NotedEvent> notedEvents() {
        Stream<Stop> stops = Stream.concat(
                entries.stream().map(Entry::stop).filter(Objects::nonNull),
                orphans.stream().map(OrphanedStop::stop));
        return Stream.concat(
                        entries.stream().map(entry -> new NotedEvent(entry.startEventId(), entry.publisher())),
                        stops.map(stop -> new NotedEvent(stop.stopEventId(), stop.publisher())))
                .collect(Collectors.toSet());
    }

    /** The same record with a mark at each published event. */
    KnownTransactions marked(Predicate<NotedEvent> isPublished) {
        return new KnownTransactions(
                revision,
                entries.stream().map(entry -> marked(entry, isPublished)).toList(),
                orphans.stream()
                        .map(orphan -> orphan.noted(marked(orphan.stop(), isPublished)))
                        .toList(),
                stations);
    }

    private static Entry marked(Entry entry, Predicate<NotedEvent> isPublished) {
        boolean published = isPublished.test(new NotedEvent(entry.startEventId(), entry.publisher()));
        Entry marked = published ? entry.publishedBy(Publisher.PUBLISHED) : entry;
        return entry.stop() == null ? marked : marked.stopped(marked(entry.stop(), isPublished));
    }

    private static Stop marked(Stop stop, Predicate<NotedEvent> isPublished) {
        return isPublished.test(new NotedEvent(stop.stopEventId(), stop.publisher()))
                ? stop.publishedBy(Publisher.PUBLISHED)
                : stop;
    }

    Optional<Entry> withId(int transactionId) {
        return entries.stream()
                .filter(entry -> entry.transactionId() == transactionId)
                .findFirst();
    }

    /** The same, unless it is expired. */
    Optional<Entry> remembered(int transactionId, Instant now) {
        return withId(transactionId).filter(entry -> isRemembered(entry, now));
    }

    /** The transaction that {@code stop} ends, or ended so lately that a search shows whether that is published. */
    Optional<Entry> endedBy(TransactionStop stop, Instant now) {
        return withId(stop.transactionId())
                .filter(entry ->
                        entry.stop() == null || isSearchable(entry.stop().stoppedAt(), now));
    }

    /** Whether a search still shows if an event with a note of this time is published. */
    static boolean isSearchable(Instant notedAt, Instant now) {
        return notedAt.plus(SEARCHABLE).isAfter(now);
    }

    /** The transaction that {@code start} began, if the charger sent it before. */
    Optional<Entry> begunBy(TransactionStart start, Instant now) {
        return entries.stream()
                .filter(entry -> entry.connectorId() == start.connectorId()
                        && entry.meterStart() == start.meterStart()
                        && entry.idTag().equals(start.idTag())
                        && (start.timestamp() == null || entry.startedAt().equals(start.timestamp()))
                        && (tellsStartsApart(start.timestamp(), entry) || runsLately(entry, now))
                        && isRemembered(entry, now))
                .findFirst();
    }

    /**
     * Whether the next transaction would begin at another time. A clock that stands gives all the same time; then the
     * next one is known only by the end of {@code former}, as without a time.
     */
    private static boolean tellsStartsApart(@Nullable Instant startedAt, Entry former) {
        return startedAt != null && !ClockTolerance.isStale(startedAt, former.registeredAt());
    }

    /** A charger repeats a start within days; later ones are those of transactions that followed a lost one. */
    private static boolean runsLately(Entry entry, Instant now) {
        return entry.stop() == null && isSearchable(entry.registeredAt(), now);
    }

    /** The orphan that {@code stop} left, if the charger sent it before. */
    Optional<OrphanedStop> orphanedBy(TransactionStop stop, Instant now) {
        return orphans.stream()
                .filter(orphan -> orphan.transactionId() == stop.transactionId()
                        && orphan.meterStop() == stop.meterStop()
                        && (stop.timestamp() == null || orphan.stoppedAt().equals(stop.timestamp()))
                        && isRemembered(orphan.stop(), now))
                .findFirst();
    }

    /**
     * The next record without what ended so long ago that no search finds it, and {@link #withoutLost without lost
     * ones}. Empty if there is nothing to forget.
     */
    Optional<KnownTransactions> withoutOld(Instant now) {
        KnownTransactions rest = withoutLost(now).recent(SEARCHABLE, now);
        return rest.equals(this) ? Optional.empty() : Optional.of(rest.repeated());
    }

    /**
     * The same record without transactions whose end will hardly come: it is missing for {@link #LOST}, and another one
     * began at their connector.
     */
    KnownTransactions withoutLost(Instant now) {
        return without(TransactionBounds.lost(this, now.minus(LOST)));
    }

    /**
     * The same record without transactions that ended longer ago than {@code memory}. A stop that may be unpublished is
     * kept as long as a search shows whether it is: the charger may return after days and repeat it.
     */
    private KnownTransactions recent(Duration memory, Instant now) {
        Predicate<Stop> isRecent = stop -> stop.stoppedAt()
                .plus(Publisher.PUBLISHED.equals(stop.publisher()) ? memory : SEARCHABLE)
                .isAfter(now);
        Predicate<Entry> isKept = entry -> entry.stop() == null || isRecent.test(entry.stop());
        return new KnownTransactions(
                revision,
                entries.stream().filter(isKept).toList(),
                orphans.stream()
                        .filter(orphan -> isRecent.test(orphan.stop()) || isIncomplete(orphan.transactionId(), now))
                        .toList(),
                stations.stream()
                        .filter(station -> isKept(station, memory, isKept, now))
                        .toList());
    }

    /** Until it is published, and as long as its entry, too, so that no end is lost and nothing is published again. */
    private boolean isKept(StationTransaction station, Duration memory, Predicate<Entry> isKept, Instant now) {
        return station.end() == null
                || station.end().notedAt().plus(memory).isAfter(now)
                || isUnpublished(station, now)
                || withId(station.transactionId()).filter(isKept).isPresent();
    }

    /** A station that was away for long still publishes it when it returns, or brings the events that are missing. */
    private boolean isUnpublished(StationTransaction station, Instant now) {
        return withId(station.transactionId()).isEmpty()
                && (StationPublication.isStartDue(station, now) || isIncomplete(station, now));
    }

    /** The orphan of such a transaction is kept as well, so that it is not recorded again. */
    private boolean isIncomplete(int transactionId, Instant now) {
        return stations.stream()
                .anyMatch(station -> station.transactionId() == transactionId && isIncomplete(station, now));
    }

    private static boolean isIncomplete(StationTransaction station, Instant now) {
        End end = station.end();
        return end != null && StationPublication.hasGaps(station) && isSearchable(end.notedAt(), now);
    }

    /** With {@code entry} in place of the one with the same id, and without expired ones. */
    KnownTransactions with(Entry entry, Instant now) {
        KnownTransactions rest = recent(MEMORY, now);
        Stream<Entry> others = rest.entries.stream()
                .filter(other -> other.transactionId() != entry.transactionId())
                .sorted(STOPPED_FIRST_THEN_OLDEST);
        KnownTransactions next =
                new KnownTransactions(revision + 1, followed(others, entry), rest.orphans, rest.stations);
        return TransactionBounds.bounded(next, entry.transactionId());
    }

    /** With {@code orphan} in place of the one with the same event, and without expired ones. */
    KnownTransactions with(OrphanedStop orphan, Instant now) {
        KnownTransactions rest = recent(MEMORY, now);
        List<OrphanedStop> next = followed(
                rest.orphans.stream()
                        .filter(other ->
                                !other.stop().stopEventId().equals(orphan.stop().stopEventId())),
                orphan);
        return new KnownTransactions(
                revision + 1,
                rest.entries,
                next.subList(Math.max(0, next.size() - MOST_ORPHANS), next.size()),
                rest.stations);
    }

    /** The transaction that the station names so; of several, the last to which it gave the name. */
    Optional<StationTransaction> named(String stationId) {
        return allNamed(stationId).findFirst();
    }

    private Stream<StationTransaction> allNamed(String stationId) {
        return stations.stream()
                .filter(station -> station.stationId().equals(stationId))
                .sorted(StationTransactionRules.IN_ORDER_OF_ARRIVAL.reversed());
    }

    /** The transaction to which {@code event} belongs, unless it is expired. */
    Optional<StationTransaction> remembered(StationEvent event, Instant now) {
        List<StationTransaction> remembered = allNamed(event.stationId())
                .filter(station -> isKept(station, MEMORY, entry -> isRemembered(entry, now), now))
                .toList();
        Optional<StationTransaction> newest = remembered.stream().findFirst();
        return newest.filter(station -> StationTransactionRules.isEarlier(event, station))
                .flatMap(_ -> remembered.stream()
                        .skip(1)
                        .filter(former -> StationTransactionRules.isDuring(event, former))
                        .findFirst())
                .or(() -> newest);
    }

    /** The transaction that {@code event} ended when it was first sent, while a search shows what is published. */
    Optional<StationTransaction> endedBy(StationEvent event, Instant now) {
        return allNamed(event.stationId())
                .filter(station -> StationTransactionRules.isRepeatedEnd(station, event)
                        && isSearchable(Objects.requireNonNull(station.end()).notedAt(), now))
                .findFirst();
    }

    /** With {@code station} in place of the one with the same id, and without expired ones. */
    KnownTransactions with(StationTransaction station, Instant now) {
        KnownTransactions rest = recent(MEMORY, now);
        Stream<StationTransaction> others = rest.stations.stream()
                .filter(other -> other.transactionId() != station.transactionId())
                .sorted(ENDED_FIRST_THEN_OLDEST);
        KnownTransactions next =
                new KnownTransactions(revision + 1, rest.entries, rest.orphans, followed(others, station));
        return TransactionBounds.bounded(next, station.transactionId());
    }

    private static <T> List<T> followed(Stream<T> others, T last) {
        return Stream.concat(others, Stream.of(last)).toList();
    }

    /** The same record with other {@link #stations}. */
    KnownTransactions withStations(List<StationTransaction> others) {
        return new KnownTransactions(revision, entries, orphans, others);
    }

    /** The same record without these transactions. */
    KnownTransactions without(Set<Integer> transactionIds) {
        return new KnownTransactions(
                revision,
                entries.stream()
                        .filter(entry -> !transactionIds.contains(entry.transactionId()))
                        .toList(),
                orphans,
                stations.stream()
                        .filter(station -> !transactionIds.contains(station.transactionId()))
                        .toList());
    }

    /** How many transactions that run according to {@code former} are unknown here. */
    int missingRunning(KnownTransactions former) {
        Set<Integer> missing = former.ids(entry -> entry.stop() == null, station -> station.end() == null);
        missing.removeAll(ids(_ -> true, _ -> true));
        return missing.size();
    }

    private Set<Integer> ids(Predicate<Entry> isWanted, Predicate<StationTransaction> isWantedStation) {
        return Stream.concat(
                        entries.stream().filter(isWanted).map(Entry::transactionId),
                        stations.stream().filter(isWantedStation).map(StationTransaction::transactionId))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** How many readings that wait for a start according to {@code former} do not wait here any more. */
    int missingReadings(KnownTransactions former) {
        return stations.stream()
                .filter(station -> withId(station.transactionId()).isEmpty())
                .mapToInt(station -> former.stations.stream()
                        .filter(before -> before.transactionId() == station.transactionId())
                        .mapToInt(before ->
                                before.pending().size() - station.pending().size())
                        .sum())
                .filter(readings -> readings > 0)
                .sum();
    }

    private static boolean isRemembered(Entry entry, Instant now) {
        return entry.stop() == null || isRemembered(entry.stop(), now);
    }

    private static boolean isRemembered(Stop stop, Instant now) {
        return stop.stoppedAt().plus(MEMORY).isAfter(now);
    }
}
