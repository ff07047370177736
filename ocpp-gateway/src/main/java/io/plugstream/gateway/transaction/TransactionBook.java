package io.plugstream.gateway.transaction;

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
 * the charger repeats the message and the work goes on where it stopped. Not safe for use by several threads at once.
 */
public final class TransactionBook {

    private final TransactionBooks books;
    private final ChargerStream stream;
    private final TransactionEvents events;

    /** Null until read, and again after a write of unknown outcome. */
    private @Nullable KnownTransactions known;

    /** Events that this connection knows to be in Kafka. */
    private final Set<UUID> acknowledged = new HashSet<>();

    TransactionBook(TransactionBooks books, ChargerStream stream) {
        this.books = books;
        this.stream = stream;
        this.events = new TransactionEvents(stream);
    }

    /** The id of the transaction that {@code start} began, now or when it was first sent. */
    public int start(StartTransaction start) throws NotAcknowledgedException {
        Optional<Entry> repeated = known().begunBy(start, stream.now());
        Entry entry = repeated.isPresent() ? repeated.get() : register(start);
        if (!acknowledged.contains(entry.startEventId())) {
            publishOnce(List.of(events.started(start, entry)), entry.registeredAt(), repeated.isPresent());
        }
        return entry.transactionId();
    }

    /** Ends a transaction. One that this charger did not begin, or that is forgotten, is recorded without a start. */
    public void stop(StopTransaction stop) throws NotAcknowledgedException {
        Optional<Entry> entry = known().withId(stop.transactionId());
        if (entry.isPresent()) {
            Stop noted = entry.get().stop();
            end(stop, entry.get(), noted == null ? noteStop(entry.get()) : noted, noted != null);
        } else {
            Optional<OrphanedStop> repeated = known().orphanedBy(stop, stream.now());
            OrphanedStop orphan = repeated.isPresent() ? repeated.get() : noteOrphan(stop);
            end(stop, null, orphan.stop(), repeated.isPresent());
        }
    }

    /** Publishes meter values; those outside the charger's transactions, or that are no numbers, are only recorded. */
    public void meterValues(MeterValues values) throws NotAcknowledgedException {
        boolean ofTransaction = values.transactionId() != null
                && known().withId(values.transactionId()).isPresent();
        List<EventRecord> records = events.sampled(values, ofTransaction);
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

    private Entry register(StartTransaction start) throws NotAcknowledgedException {
        Entry entry = new Entry(
                books.nextId(),
                start.connectorId(),
                start.idTag(),
                start.meterStart(),
                start.timestamp(),
                stream.newEventId(),
                stream.now(),
                null);
        store(known().with(entry, stream.now()));
        return entry;
    }

    private Stop noteStop(Entry entry) throws NotAcknowledgedException {
        Stop stop = new Stop(stream.now(), stream.newEventId());
        Entry stopped = new Entry(
                entry.transactionId(),
                entry.connectorId(),
                entry.idTag(),
                entry.meterStart(),
                entry.startedAt(),
                entry.startEventId(),
                entry.registeredAt(),
                stop);
        store(known().with(stopped, stream.now()));
        return stop;
    }

    private OrphanedStop noteOrphan(StopTransaction stop) throws NotAcknowledgedException {
        OrphanedStop orphan = new OrphanedStop(
                stop.transactionId(), stop.timestamp(), stop.meterStop(), new Stop(stream.now(), stream.newEventId()));
        store(known().with(orphan, stream.now()));
        return orphan;
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

    private void store(KnownTransactions changed) throws NotAcknowledgedException {
        known = null;
        books.store(stream.charger(), changed);
        known = changed;
        acknowledged.retainAll(changed.eventIds());
    }
}
