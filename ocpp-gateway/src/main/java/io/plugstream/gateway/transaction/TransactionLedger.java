package io.plugstream.gateway.transaction;

import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publication;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The notes of one charger's transactions, for one connection, and the resulting events (ADR 41). Not thread-safe.
 */
final class TransactionLedger {

    /** Few tries suffice: only a gateway that is about to lose this charger writes in between. */
    private static final int MOST_TRIES = 5;

    /** The event id of a note without an event. */
    private static final UUID NO_EVENT = new UUID(0, 0);

    private final TransactionTrackers trackers;
    private final Publications publications;
    private final ChargerStream stream;

    /** Null until read, and again after a write of unknown outcome. */
    private @Nullable KnownTransactions known;

    /** Events of other runs that were found in Kafka. */
    private final Set<UUID> found = new HashSet<>();

    TransactionLedger(TransactionTrackers trackers, ChargerStream stream) {
        this.trackers = trackers;
        this.publications = trackers.publications();
        this.stream = stream;
    }

    /**
     * A start or stop to publish.
     *
     * @param notedAt when it was noted; null if it is not noted yet
     * @param change adds its note, with the publisher, to the table's entry
     */
    record NotedPublication(
            NotedEvent event,
            @Nullable Instant notedAt,
            Supplier<List<EventRecord>> records,
            Function<Publisher, KnownTransactions> change) {}

    int newTransactionId() throws NotAcknowledgedException {
        return trackers.nextId(stream.charger());
    }

    /** Retries on top of what another gateway wrote in between. */
    static <T> T untilTaken(Attempt<T> attempt) throws NotAcknowledgedException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<T> done = attempt.make();
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new NotAcknowledgedException("other gateways are writing this charger's transactions");
    }

    /** Empty if another gateway wrote in between. */
    interface Attempt<T> {

        Optional<T> make() throws NotAcknowledgedException;
    }

    /**
     * Ensures that the responsible run publishes the event once. If its note is too old for a search, it counts as
     * published. Returns false if another gateway wrote in between.
     */
    boolean publish(NotedPublication noted) throws NotAcknowledgedException {
        stream.announce();
        if (noted.notedAt() == null) {
            return noteAndPublish(noted);
        }
        if (!TransactionMemory.isSearchable(noted.notedAt(), stream.now())) {
            return true;
        }
        NotedEvent event = noted.event();
        if (found.contains(event.eventId()) || publications.isPublished(event.eventId(), event.publisher())) {
            return true;
        }
        if (publications.isOurs(event.publisher())) {
            publications.publishReserved(event.eventId());
            return true;
        }
        if (publications.isPublishedElsewhere(stream.charger(), event.eventId(), event.publisher(), noted.notedAt())) {
            found.add(event.eventId());
            return true;
        }
        return noteAndPublish(noted);
    }

    /** Publishes the start of {@code entry}. */
    boolean start(Entry entry, boolean isNoted, Supplier<EventRecord> record) throws NotAcknowledgedException {
        return publish(new NotedPublication(
                new NotedEvent(entry.startEventId(), entry.publisher()),
                isNoted ? entry.registeredAt() : null,
                () -> List.of(record.get()),
                by -> present().with(entry.publishedBy(by), stream.now())));
    }

    /** Publishes the stop of {@code entry}. */
    boolean stop(Entry entry, Function<Stop, List<EventRecord>> records) throws NotAcknowledgedException {
        boolean isNoted = entry.stop() != null;
        Stop stop = Objects.requireNonNullElseGet(entry.stop(), this::newStop);
        return publish(stop, isNoted, records, by -> present().with(entry.stopped(by), stream.now()));
    }

    /** Records a stop without a start. */
    boolean orphan(TransactionStop stop, Optional<OrphanedStop> noted, Function<Stop, List<EventRecord>> records)
            throws NotAcknowledgedException {
        OrphanedStop orphan = noted.orElseGet(() -> {
            Stop ending = newStop();
            Instant stoppedAt = Objects.requireNonNullElse(stop.timestamp(), ending.stoppedAt());
            return new OrphanedStop(stop.transactionId(), stoppedAt, stop.meterStop(), ending);
        });
        return publish(
                orphan.stop(), noted.isPresent(), records, by -> present().with(orphan.noted(by), stream.now()));
    }

    private boolean publish(
            Stop stop,
            boolean isNoted,
            Function<Stop, List<EventRecord>> records,
            Function<Stop, KnownTransactions> change)
            throws NotAcknowledgedException {
        return publish(new NotedPublication(
                new NotedEvent(stop.stopEventId(), stop.publisher()),
                isNoted ? stop.stoppedAt() : null,
                () -> records.apply(stop),
                by -> change.apply(stop.publishedBy(by))));
    }

    private Stop newStop() {
        return new Stop(stream.now(), stream.newEventId(), null);
    }

    private boolean noteAndPublish(NotedPublication noted) throws NotAcknowledgedException {
        UUID eventId = noted.event().eventId();
        List<EventRecord> records = stream.checked(noted.records().get());
        Publication publication = publications.of(stream.charger(), records, noted.notedAt());
        TransactionNote note = trackers.note(stream.charger(), eventId);
        Publisher publisher = publications.reserve(eventId, publication, note);
        if (!store(noted.change().apply(publisher), note).notedEvents().contains(new NotedEvent(eventId, publisher))) {
            publications.cancel(eventId, publisher);
            return false;
        }
        publications.publishReserved(eventId);
        return true;
    }

    KnownTransactions known() throws NotAcknowledgedException {
        if (known == null) {
            known = trackers.records().load(stream.charger());
        }
        return present();
    }

    KnownTransactions present() {
        return Objects.requireNonNull(known, "it is read before it is changed");
    }

    /** Returns what counts from now on: {@code changed}, or what another gateway wrote. */
    private KnownTransactions store(KnownTransactions changed, TransactionNote note) throws NotAcknowledgedException {
        KnownTransactions former = present();
        known = null;
        KnownTransactions present = trackers.records().store(stream.charger(), former, trackers.marked(changed), note);
        known = present;
        return present;
    }

    /** Notes facts without an event. Returns false if another gateway wrote in between. */
    boolean note(KnownTransactions changed) throws NotAcknowledgedException {
        stream.announce();
        KnownTransactions present = store(changed, trackers.note(stream.charger(), NO_EVENT));
        return present.revision() == changed.revision() && present.stations().equals(changed.stations());
    }
}
