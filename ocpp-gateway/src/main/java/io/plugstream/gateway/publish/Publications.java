package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.Publisher;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Publishes each event once that has a note in a compacted topic: starts, stops, announcements and ends (ADR 41). A
 * note has a number and names the run that publishes the event. The run's beats tell which of its notes are done.
 */
@Component
public final class Publications {

    /** Maximum number of unpublished notes in a beat. */
    static final int MOST_LISTED = 1000;

    private static final Duration GLANCE = Duration.ofMillis(50);

    private final DurableLog log;
    private final EventSearch search;
    private final BoundedWait boundedWait;
    private final GatewayRun run;
    private final Runs runs;
    private final PublishProperties properties;
    private final Clock clock;

    /** By event id: the notes of this run whose events may be unpublished. */
    private final Map<UUID, Reservation> unpublished = new ConcurrentHashMap<>();

    /** Done when other gateways can know of this run. */
    private final CompletableFuture<Void> beatStored = new CompletableFuture<>();

    private long count;

    /**
     * An event's notes of this run, by number. A repeated message may write another note before it is known whether the
     * former one counts.
     */
    private record Reservation(Map<Long, Note> notes, Publication publication) {

        Reservation with(long number, Note note) {
            Map<Long, Note> more = new HashMap<>(notes);
            more.put(number, note);
            return new Reservation(Map.copyOf(more), publication);
        }

        /** Null if no note is left. */
        @Nullable
        Reservation without(@Nullable Long number) {
            Map<Long, Note> fewer = new HashMap<>(notes);
            fewer.remove(number);
            return fewer.isEmpty() ? null : new Reservation(Map.copyOf(fewer), publication);
        }

        boolean isVoid() {
            return notes.values().stream().allMatch(note -> note.fate() == Note.Fate.VOID);
        }

        boolean counts() {
            return notes.values().stream().anyMatch(note -> note.fate() == Note.Fate.COUNTS);
        }
    }

    /** The notes of a run up to {@code number} are done, except {@code unpublished}. */
    public record Progress(long number, List<Long> unpublished) {}

    Publications(
            DurableLog log,
            EventSearch search,
            BoundedWait boundedWait,
            GatewayRun run,
            Runs runs,
            PublishProperties properties,
            Clock clock) {
        this.log = log;
        this.search = search;
        this.boundedWait = boundedWait;
        this.run = run;
        this.runs = runs;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * A publication that the caller keeps track of.
     *
     * @param records the event as the last one, after the records that must precede it
     * @param attempted the earliest time at which the event may have been published; null if it cannot have been
     */
    public Publication of(ChargerId charger, List<EventRecord> records, @Nullable Instant attempted) {
        return new Publication(log, search, charger, records, attempted, null);
    }

    /** The same; {@code published} runs on a thread of its own when the event is in Kafka. */
    public Publication of(
            ChargerId charger, List<EventRecord> records, @Nullable Instant attempted, Runnable published) {
        return new Publication(log, search, charger, records, attempted, published);
    }

    /** Publishes the event, or joins the attempt that is under way. */
    public void await(Publication publication) throws NotAcknowledgedException {
        boundedWait.await(publication.publish(), () -> publication.appends().forEach(log::late));
    }

    /**
     * Reserves an event for publication by this run. Its note is about to be written.
     *
     * @param publication has the event as its last record
     */
    public Publisher reserve(UUID eventId, Publication publication, Note note) throws NotAcknowledgedException {
        awaitBeat();
        Publisher publisher;
        Publication reserved;
        synchronized (this) {
            count++;
            long number = count;
            publisher = new Publisher(run.id(), number);
            reserved = unpublished
                    .compute(
                            eventId,
                            (_, former) -> former == null
                                    ? new Reservation(Map.of(number, note), publication)
                                    : former.with(number, note))
                    .publication();
        }
        reserved.learn(publication);
        return publisher;
    }

    /** Removes a note that does not count according to the log. Another note of the same event may count. */
    public void cancel(UUID eventId, Publisher publisher) {
        unpublished.computeIfPresent(eventId, (_, reservation) -> reservation.without(publisher.number()));
    }

    /** Publishes a reserved event, unless it is published. Joins an attempt under way. */
    public void publishReserved(UUID eventId) throws NotAcknowledgedException {
        Reservation reservation = unpublished.get(eventId);
        if (reservation != null) {
            await(reservation.publication());
            unpublished.remove(eventId, reservation);
        }
    }

    /** Whether {@code publisher} is known to have published the event. */
    public boolean isPublished(UUID eventId, @Nullable Publisher publisher) {
        if (publisher == null) {
            return false;
        }
        UUID other = publisher.run();
        Long number = publisher.number();
        if (other == null || number == null) {
            return true;
        }
        return isOurs(publisher) ? !isOpen(eventId) : runs.hasPublished(other, number);
    }

    /** Whether {@code publisher} is this run. */
    public boolean isOurs(@Nullable Publisher publisher) {
        return publisher != null && run.id().equals(publisher.run());
    }

    private boolean isOpen(UUID eventId) {
        Reservation reservation = unpublished.get(eventId);
        return reservation != null && !reservation.publication().isDone();
    }

    /**
     * Whether {@code publisher}, which is not this run, has published a transaction's event. If not, this run has to
     * publish it under a note of its own.
     *
     * @param notedAt when the note was written
     * @throws NotAcknowledgedException if the other run may still publish it
     */
    public boolean isPublishedElsewhere(ChargerId charger, UUID eventId, @Nullable Publisher publisher, Instant notedAt)
            throws NotAcknowledgedException {
        UUID other = publisher == null ? null : publisher.run();
        if (other == null || runs.isGone(other)) {
            return false;
        }
        // Usually it is published, and its run has only not reported this yet.
        if (boundedWait.await(search.find(Topics.TRANSACTION_EVENTS, charger, eventId, notedAt))) {
            return true;
        }
        long deadline = System.nanoTime() + boundedWait.limit().toNanos();
        while (System.nanoTime() < deadline) {
            if (isPublished(eventId, publisher)) {
                return true;
            }
            if (runs.isGone(other) || notedAt.plus(properties.takeoverAfter()).isBefore(clock.instant())) {
                return false;
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        throw new NotAcknowledgedException("another gateway is publishing event " + eventId);
    }

    /**
     * Whether the beginning of a connection is published, whose gateway no longer publishes it.
     *
     * @param since the earliest time at which it may have been published
     */
    public boolean isBeginningPublished(ChargerId charger, UUID connectionId, Instant since)
            throws NotAcknowledgedException {
        return boundedWait.await(search.findBeginning(charger, connectionId, since));
    }

    /** The progress of this run with its notes. */
    public Progress progress() {
        long reached;
        synchronized (this) {
            reached = count;
        }
        List<Long> open = unpublished.values().stream()
                .filter(reservation -> !reservation.publication().isDone())
                .flatMap(reservation -> reservation.notes().keySet().stream())
                .filter(number -> number <= reached)
                .sorted()
                .toList();
        return open.size() <= MOST_LISTED
                ? new Progress(reached, open)
                : new Progress(open.get(MOST_LISTED) - 1, open.subList(0, MOST_LISTED));
    }

    /** Waits until others can know that this run is alive, because they take a run without any beat for dead. */
    private void awaitBeat() throws NotAcknowledgedException {
        boundedWait.await(beatStored);
    }

    /** How long a live gateway may take to publish an event before another gateway publishes it. */
    public Duration takeoverAfter() {
        return properties.takeoverAfter();
    }

    /** Notes that others can know that this run is alive. */
    public void beatStored() {
        beatStored.complete(null);
    }

    /** Continues publications whose chargers no longer wait, and removes reservations that do not count. */
    public void finish() {
        unpublished.forEach((eventId, reservation) -> {
            if (reservation.publication().isDone() || reservation.isVoid()) {
                unpublished.remove(eventId, reservation);
            } else if (reservation.counts()) {
                Thread.ofVirtual().name("reservation").start(() -> {
                    var _ = reservation.publication().publish();
                });
            }
        });
    }
}
