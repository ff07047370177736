package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterBook;
import io.plugstream.gateway.ocpp16.MeterValues;
import io.plugstream.gateway.ocpp16.StartTransaction;
import io.plugstream.gateway.ocpp16.StopTransaction;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import io.plugstream.model.charger.ChargerTransactions.OrphanedStop;
import io.plugstream.model.charger.ChargerTransactions.Stop;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one charger over one connection. A start or stop is noted in the table together with the id of its
 * event before that event is published, so that whoever meets the note later, in whichever process, can tell whether the
 * event still has to be published, and under which id. When a method returns, everything is acknowledged; when it throws,
 * the charger repeats the message and the work goes on where it stopped. Where two gateways write at the same time, the log
 * decides whose note counts, and the other one goes by it. Not safe for use by several threads at once.
 */
public final class TransactionBook {

    /** Nobody but a gateway that is about to lose this charger writes in between. */
    private static final int MOST_TRIES = 5;

    private final TransactionBooks books;
    private final ChargerStream stream;
    private final TransactionEvents events;
    private final MeterBook meters;

    /** Null until read, and again after a write of unknown outcome. */
    private @Nullable KnownTransactions known;

    /** Events that this connection knows to be in Kafka. */
    private final Set<UUID> acknowledged = new HashSet<>();

    TransactionBook(TransactionBooks books, ChargerStream stream, MeterBook meters) {
        this.books = books;
        this.stream = stream;
        this.events = new TransactionEvents(stream);
        this.meters = meters;
    }

    /** The id of the transaction that {@code start} began, now or when it was first sent. */
    public int start(StartTransaction start) throws NotAcknowledgedException {
        return untilTaken(() -> tryToStart(start)).transactionId();
    }

    private Optional<Entry> tryToStart(StartTransaction start) throws NotAcknowledgedException {
        Optional<Entry> repeated = known().begunBy(start, stream.now());
        Entry entry = repeated.isPresent() ? repeated.get() : newEntry(start);
        if (repeated.isEmpty() && !store(known().with(entry, stream.now()))) {
            return Optional.empty();
        }
        if (!acknowledged.contains(entry.startEventId())) {
            publishOnce(List.of(events.started(start, entry)), entry.registeredAt(), repeated.isPresent());
        }
        return Optional.of(entry);
    }

    /** Ends a transaction. One that this charger did not begin, or that is forgotten, is recorded without a start. */
    public void stop(StopTransaction stop) throws NotAcknowledgedException {
        var _ = untilTaken(() -> {
            Optional<Entry> entry = known().withId(stop.transactionId());
            return entry.isPresent() ? tryToStop(stop, entry.get()) : tryToStopOrphan(stop);
        });
    }

    private Optional<Stop> tryToStop(StopTransaction stop, Entry entry) throws NotAcknowledgedException {
        Stop noted = entry.stop();
        Stop ending = noted == null ? newStop() : noted;
        if (noted == null && !store(known().with(entry.stopped(ending), stream.now()))) {
            return Optional.empty();
        }
        end(stop, entry, ending, noted != null);
        return Optional.of(ending);
    }

    private Optional<Stop> tryToStopOrphan(StopTransaction stop) throws NotAcknowledgedException {
        Optional<OrphanedStop> repeated = known().orphanedBy(stop, stream.now());
        OrphanedStop orphan = repeated.isPresent() ? repeated.get() : newOrphan(stop);
        if (repeated.isEmpty() && !store(known().with(orphan, stream.now()))) {
            return Optional.empty();
        }
        end(stop, null, orphan.stop(), repeated.isPresent());
        return Optional.of(orphan.stop());
    }

    /** Publishes meter values; those outside the charger's transactions, or that are no numbers, are only recorded. */
    public void meterValues(MeterValues values) throws NotAcknowledgedException {
        Integer transactionId = values.transactionId();
        Optional<Entry> transaction = transactionId == null ? Optional.empty() : known().withId(transactionId);
        if (transaction.isPresent()) {
            meters.publish(values, transaction.get(), known().entries());
            return;
        }
        List<EventRecord> records = events.sampled(values);
        if (!records.isEmpty()) {
            stream.publish(records);
        }
    }

    private void end(StopTransaction stop, @Nullable Entry entry, Stop ending, boolean repeated)
            throws NotAcknowledgedException {
        if (!acknowledged.contains(ending.stopEventId())) {
            publishOnce(events.stopped(stop, entry, ending), ending.stoppedAt(), repeated);
        }
    }

    private Entry newEntry(StartTransaction start) throws NotAcknowledgedException {
        return new Entry(
                books.nextId(),
                start.connectorId(),
                start.idTag(),
                start.meterStart(),
                start.timestamp(),
                stream.newEventId(),
                stream.now(),
                null);
    }

    private Stop newStop() {
        return new Stop(stream.now(), stream.newEventId());
    }

    private OrphanedStop newOrphan(StopTransaction stop) {
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

    /**
     * Publishes those of {@code records} that are not in Kafka yet.
     *
     * @param attempted whether somebody may have published them before
     */
    private void publishOnce(List<EventRecord> records, Instant notedAt, boolean attempted)
            throws NotAcknowledgedException {
        Set<UUID> ids = new HashSet<>();
        records.forEach(record -> ids.add(record.eventId()));
        Set<UUID> found = attempted ? books.published(stream.charger(), ids, notedAt) : Set.of();
        stream.publish(records.stream()
                .filter(record -> !found.contains(record.eventId()))
                .toList());
        acknowledged.addAll(ids);
    }

    private KnownTransactions known() throws NotAcknowledgedException {
        KnownTransactions present = known;
        if (present == null) {
            present = books.load(stream.charger());
            known = present;
        }
        return present;
    }

    /** Whether {@code changed} is what counts from now on. If not, something else is, which is known afterwards. */
    private boolean store(KnownTransactions changed) throws NotAcknowledgedException {
        known = null;
        KnownTransactions present = books.store(stream.charger(), changed);
        known = present;
        acknowledged.retainAll(present.eventIds());
        return present.isSameAs(changed);
    }
}
