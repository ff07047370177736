package io.plugstream.gateway.transaction;

import io.plugstream.model.event.ClockTolerance;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.StationTransaction;
import java.time.Instant;
import java.util.Comparator;
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
        return withId(transactionId).filter(entry -> TransactionMemory.isRemembered(entry, now));
    }

    /** The transaction that {@code stop} ends, or ended so lately that a search shows whether that is published. */
    Optional<Entry> endedBy(TransactionStop stop, Instant now) {
        return withId(stop.transactionId())
                .filter(entry -> entry.stop() == null
                        || TransactionMemory.isSearchable(entry.stop().stoppedAt(), now));
    }

    /** The transaction that {@code start} began, if the charger sent it before. */
    Optional<Entry> begunBy(TransactionStart start, Instant now) {
        return entries.stream()
                .filter(entry -> entry.connectorId() == start.connectorId()
                        && entry.meterStart() == start.meterStart()
                        && entry.idTag().equals(start.idTag())
                        && (start.timestamp() == null || entry.startedAt().equals(start.timestamp()))
                        && (tellsStartsApart(start.timestamp(), entry) || runsLately(entry, now))
                        && TransactionMemory.isRemembered(entry, now))
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
        return entry.stop() == null && TransactionMemory.isSearchable(entry.registeredAt(), now);
    }

    /** The orphan that {@code stop} left, if the charger sent it before. */
    Optional<OrphanedStop> orphanedBy(TransactionStop stop, Instant now) {
        return orphans.stream()
                .filter(orphan -> orphan.transactionId() == stop.transactionId()
                        && orphan.meterStop() == stop.meterStop()
                        && (stop.timestamp() == null || orphan.stoppedAt().equals(stop.timestamp()))
                        && TransactionMemory.isRemembered(orphan.stop(), now))
                .findFirst();
    }

    /** With {@code entry} in place of the one with the same id, and without expired ones. */
    KnownTransactions with(Entry entry, Instant now) {
        KnownTransactions rest = TransactionMemory.withoutExpired(this, now);
        Stream<Entry> others = rest.entries.stream()
                .filter(other -> other.transactionId() != entry.transactionId())
                .sorted(STOPPED_FIRST_THEN_OLDEST);
        KnownTransactions next =
                new KnownTransactions(revision + 1, followed(others, entry), rest.orphans, rest.stations);
        return TransactionBounds.bounded(next, entry.transactionId());
    }

    /** With {@code orphan} in place of the one with the same event, and without expired ones. */
    KnownTransactions with(OrphanedStop orphan, Instant now) {
        KnownTransactions rest = TransactionMemory.withoutExpired(this, now);
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
                .filter(station -> station.stationId().equalsIgnoreCase(stationId))
                .sorted(StationTransactionRules.IN_ORDER_OF_ARRIVAL.reversed());
    }

    /** The transaction to which {@code event} belongs, unless it is expired. */
    Optional<StationTransaction> remembered(StationEvent event, Instant now) {
        List<StationTransaction> remembered = allNamed(event.stationId())
                .filter(station -> TransactionMemory.isRemembered(this, station, now))
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
                        && TransactionMemory.isSearchable(
                                Objects.requireNonNull(station.end()).notedAt(), now))
                .findFirst();
    }

    /** With {@code station} in place of the one with the same id, and without expired ones. */
    KnownTransactions with(StationTransaction station, Instant now) {
        KnownTransactions rest = TransactionMemory.withoutExpired(this, now);
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
}
