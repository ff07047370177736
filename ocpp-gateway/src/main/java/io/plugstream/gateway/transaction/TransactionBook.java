package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterBook;
import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publication;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import io.plugstream.model.charger.ChargerTransactions.OrphanedStop;
import io.plugstream.model.charger.ChargerTransactions.Stop;
import io.plugstream.model.charger.Publisher;
import io.plugstream.model.event.EventRecord;
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
 * The transactions of one charger over one connection. A start or stop is noted in the table, together with the id of its
 * event and the run that publishes it, before that event is published, so that whoever meets the note later, in whichever
 * process, can tell whether the event still has to be published, and by whom. When a method returns, everything is
 * acknowledged; when it throws, the charger repeats the message and joins the work where it is. Where two gateways write at
 * the same time, the log decides whose note counts, and the other one goes by it. Not safe for use by several threads at once.
 */
public final class TransactionBook {

    /** Nobody but a gateway that is about to lose this charger writes in between. */
    private static final int MOST_TRIES = 5;

    private final TransactionBooks books;
    private final Publications publications;
    private final ChargerStream stream;
    private final TransactionEvents events;
    private final MeterBook meters;

    /** Null until read, and again after a write of unknown outcome. */
    private @Nullable KnownTransactions known;

    /** Events of other runs that were found in Kafka. */
    private final Set<UUID> found = new HashSet<>();

    TransactionBook(TransactionBooks books, ChargerStream stream, MeterBook meters) {
        this.books = books;
        this.publications = books.publications();
        this.stream = stream;
        this.events = new TransactionEvents(stream);
        this.meters = meters;
    }

    /**
     * What is to be told of a start or stop.
     *
     * @param notedAt when it was noted; null if it is not
     * @param change the table with its note, in which the publisher stands
     */
    private record Telling(
            Told told,
            @Nullable Instant notedAt,
            Supplier<List<EventRecord>> records,
            Function<Publisher, KnownTransactions> change) {}

    /** The id of the transaction that {@code start} began, now or when it was first sent. */
    public int start(TransactionStart start) throws NotAcknowledgedException {
        return untilTaken(() -> tryToStart(start)).transactionId();
    }

    private Optional<Entry> tryToStart(TransactionStart start) throws NotAcknowledgedException {
        Optional<Entry> repeated = known().begunBy(start, stream.now());
        Entry entry = repeated.isPresent() ? repeated.get() : newEntry(start);
        Telling telling = new Telling(
                new Told(entry.startEventId(), entry.publisher()),
                repeated.isPresent() ? entry.registeredAt() : null,
                () -> List.of(events.started(start, entry)),
                by -> present().with(entry.publishedBy(by), stream.now()));
        return tell(telling) ? Optional.of(entry) : Optional.empty();
    }

    /** Ends a transaction. One that this charger did not begin, or that is forgotten, is recorded without a start. */
    public void stop(TransactionStop stop) throws NotAcknowledgedException {
        var _ = untilTaken(() -> {
            Optional<Entry> entry = known().withId(stop.transactionId());
            return (entry.isPresent() ? tryToStop(stop, entry.get()) : tryToStopOrphan(stop))
                    ? Optional.of(stop)
                    : Optional.empty();
        });
    }

    private boolean tryToStop(TransactionStop stop, Entry entry) throws NotAcknowledgedException {
        Stop ending = entry.stop() == null ? newStop() : entry.stop();
        return tell(new Telling(
                new Told(ending.stopEventId(), ending.publisher()),
                entry.stop() == null ? null : ending.stoppedAt(),
                () -> events.stopped(stop, entry, ending),
                by -> present().with(entry.stopped(ending.publishedBy(by)), stream.now())));
    }

    private boolean tryToStopOrphan(TransactionStop stop) throws NotAcknowledgedException {
        Optional<OrphanedStop> repeated = known().orphanedBy(stop, stream.now());
        OrphanedStop orphan = repeated.isPresent() ? repeated.get() : newOrphan(stop);
        Stop ending = orphan.stop();
        return tell(new Telling(
                new Told(ending.stopEventId(), ending.publisher()),
                repeated.isPresent() ? ending.stoppedAt() : null,
                () -> events.stopped(stop, null, ending),
                by -> present().with(orphan.noted(ending.publishedBy(by)), stream.now())));
    }

    /** Publishes meter values; those outside the charger's transactions, or that are no numbers, are only recorded. */
    public void meterValues(MeterReadings readings) throws NotAcknowledgedException {
        Integer transactionId = readings.transactionId();
        Optional<Entry> transaction = transactionId == null ? Optional.empty() : known().withId(transactionId);
        if (transaction.isPresent()) {
            meters.publish(readings, transaction.get(), known().entries());
            return;
        }
        List<EventRecord> records = events.sampled(readings);
        if (!records.isEmpty()) {
            stream.publish(records);
        }
    }

    private Entry newEntry(TransactionStart start) throws NotAcknowledgedException {
        return new Entry(
                books.nextId(),
                start.connectorId(),
                start.idTag(),
                start.meterStart(),
                start.timestamp(),
                stream.newEventId(),
                stream.now(),
                null,
                null);
    }

    private Stop newStop() {
        return new Stop(stream.now(), stream.newEventId(), null);
    }

    private OrphanedStop newOrphan(TransactionStop stop) {
        return new OrphanedStop(stop.transactionId(), stop.timestamp(), stop.meterStop(), newStop());
    }

    /** Tries again on what another gateway has written in between. */
    private static <T> T untilTaken(Attempt<T> attempt) throws NotAcknowledgedException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<T> done = attempt.make();
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new NotAcknowledgedException("other gateways write this charger's transactions");
    }

    /** Empty if another gateway wrote in between. */
    private interface Attempt<T> {

        Optional<T> make() throws NotAcknowledgedException;
    }

    /** Sees to it that the event is published once, by whoever it is for; false if another gateway wrote in between. */
    private boolean tell(Telling telling) throws NotAcknowledgedException {
        stream.announce();
        if (telling.notedAt() == null) {
            return noteAndPublish(telling);
        }
        Told told = telling.told();
        if (found.contains(told.eventId()) || publications.isPublished(told.eventId(), told.publisher())) {
            return true;
        }
        if (publications.isOurs(told.publisher())) {
            publications.keep(told.eventId());
            return true;
        }
        if (publications.isPublishedElsewhere(stream.charger(), told.eventId(), told.publisher(), telling.notedAt())) {
            found.add(told.eventId());
            return true;
        }
        return noteAndPublish(telling);
    }

    private boolean noteAndPublish(Telling telling) throws NotAcknowledgedException {
        UUID eventId = telling.told().eventId();
        List<EventRecord> records = stream.checked(telling.records().get());
        Publication publication = publications.of(stream.charger(), records, telling.notedAt());
        TransactionNote note = books.note(stream.charger(), eventId);
        Publisher publisher = publications.promise(eventId, publication, note);
        if (!store(telling.change().apply(publisher), note).told().contains(new Told(eventId, publisher))) {
            publications.withdraw(eventId);
            return false;
        }
        publications.keep(eventId);
        return true;
    }

    private KnownTransactions known() throws NotAcknowledgedException {
        if (known == null) {
            known = books.load(stream.charger());
        }
        return present();
    }

    private KnownTransactions present() {
        return Objects.requireNonNull(known, "it is read before it is changed");
    }

    /** What counts from now on: {@code changed}, or something else that another gateway wrote. */
    private KnownTransactions store(KnownTransactions changed, TransactionNote note) throws NotAcknowledgedException {
        known = null;
        KnownTransactions present = books.store(stream.charger(), books.marked(changed), note);
        known = present;
        return present;
    }
}
