package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterNormalisation;
import io.plugstream.gateway.ocpp16.MeterValues;
import io.plugstream.gateway.ocpp16.SampledValues;
import io.plugstream.gateway.ocpp16.StartTransaction;
import io.plugstream.gateway.ocpp16.StopTransaction;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import io.plugstream.model.charger.ChargerTransactions.Stop;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import java.time.Instant;
import java.util.ArrayList;
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

    /** Null until read, and again after a write of unknown outcome. */
    private @Nullable KnownTransactions known;

    /** Events that this connection knows to be in Kafka. */
    private final Set<UUID> acknowledged = new HashSet<>();

    TransactionBook(TransactionBooks books, ChargerStream stream) {
        this.books = books;
        this.stream = stream;
    }

    /** The id of the transaction that {@code start} began, now or when it was first sent. */
    public int start(StartTransaction start) throws NotAcknowledgedException {
        Optional<Entry> repeated = known().begunBy(start, stream.now());
        Entry entry = repeated.isPresent() ? repeated.get() : register(start);
        if (!acknowledged.contains(entry.startEventId())) {
            TransactionStarted started = new TransactionStarted(
                    entry.transactionId(), chargeBoxId(), start.connectorId(), start.idTag(), start.meterStart());
            EventRecord event = stream.record(entry.startEventId(), started, start.timestamp(), false);
            publishOnce(List.of(event), entry.registeredAt(), repeated.isPresent());
        }
        return entry.transactionId();
    }

    /** Ends a transaction. One that this charger did not begin, or that is forgotten, is recorded without a start. */
    public void stop(StopTransaction stop) throws NotAcknowledgedException {
        Optional<Entry> entry = known().withId(stop.transactionId());
        if (entry.isEmpty()) {
            stream.recordOnly(stopped(stop, null), stop.timestamp());
            return;
        }
        Stop noted = entry.get().stop();
        Stop ending = noted == null ? noteStop(entry.get()) : noted;
        if (!acknowledged.contains(ending.stopEventId())) {
            publishOnce(stopEvents(stop, entry.get(), ending), ending.stoppedAt(), noted != null);
        }
    }

    /** Publishes meter values; those outside the charger's transactions are only recorded. */
    public void meterValues(MeterValues values) throws NotAcknowledgedException {
        List<MeterValue> normalised = MeterNormalisation.normalise(values.meterValue());
        if (normalised.isEmpty()) {
            return;
        }
        TransactionUpdated updated =
                new TransactionUpdated(values.transactionId(), chargeBoxId(), values.connectorId(), normalised);
        Instant sampledAt = lastTime(values.meterValue());
        if (values.transactionId() != null
                && known().withId(values.transactionId()).isPresent()) {
            stream.publish(updated, sampledAt);
        } else {
            stream.recordOnly(updated, sampledAt);
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
        store(entry);
        return entry;
    }

    private Stop noteStop(Entry entry) throws NotAcknowledgedException {
        Stop stop = new Stop(stream.now(), stream.newEventId());
        store(new Entry(
                entry.transactionId(),
                entry.connectorId(),
                entry.idTag(),
                entry.meterStart(),
                entry.startedAt(),
                entry.startEventId(),
                entry.registeredAt(),
                stop));
        return stop;
    }

    private List<EventRecord> stopEvents(StopTransaction stop, Entry entry, Stop ending) {
        List<EventRecord> events = new ArrayList<>();
        List<MeterValue> values = MeterNormalisation.normalise(stop.transactionData());
        if (!values.isEmpty()) {
            TransactionUpdated updated =
                    new TransactionUpdated(stop.transactionId(), chargeBoxId(), entry.connectorId(), values);
            Instant sampledAt = lastTime(stop.transactionData());
            events.add(stream.record(siblingOf(ending.stopEventId()), updated, sampledAt, true));
        }
        events.add(stream.record(ending.stopEventId(), stopped(stop, entry), stop.timestamp(), false));
        return events;
    }

    /**
     * Publishes those of {@code events} that are not in Kafka yet.
     *
     * @param attempted whether somebody may have published them before
     */
    private void publishOnce(List<EventRecord> events, Instant notedAt, boolean attempted)
            throws NotAcknowledgedException {
        Set<UUID> ids = new HashSet<>();
        events.forEach(event -> ids.add(event.eventId()));
        Set<UUID> found = attempted ? books.published(stream.charger(), ids, notedAt) : Set.of();
        stream.publish(events.stream()
                .filter(event -> !found.contains(event.eventId()))
                .toList());
        acknowledged.addAll(ids);
    }

    private TransactionStopped stopped(StopTransaction stop, @Nullable Entry entry) {
        return new TransactionStopped(
                stop.transactionId(),
                chargeBoxId(),
                entry == null ? null : entry.connectorId(),
                stop.idTag(),
                entry == null ? null : entry.meterStart(),
                stop.meterStop(),
                entry == null ? null : stop.meterStop() - entry.meterStart(),
                stop.reason());
    }

    private KnownTransactions known() throws NotAcknowledgedException {
        KnownTransactions present = known;
        if (present == null) {
            present = books.load(stream.charger());
            known = present;
        }
        return present;
    }

    private void store(Entry entry) throws NotAcknowledgedException {
        KnownTransactions changed = known().with(entry, stream.now());
        known = null;
        books.store(stream.charger(), changed);
        known = changed;
        forgetOldEvents(changed);
    }

    private void forgetOldEvents(KnownTransactions present) {
        Set<UUID> needed = new HashSet<>();
        for (Entry entry : present.entries()) {
            needed.add(entry.startEventId());
            if (entry.stop() != null) {
                needed.add(entry.stop().stopEventId());
            }
        }
        acknowledged.retainAll(needed);
    }

    /** A second id that anybody can derive from the first: its last random bit turned. */
    private static UUID siblingOf(UUID id) {
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ 1);
    }

    private Instant lastTime(List<SampledValues> samples) {
        return samples.stream()
                .map(SampledValues::timestamp)
                .max(Instant::compareTo)
                .orElseGet(stream::now);
    }

    private String chargeBoxId() {
        return stream.charger().chargeBoxId();
    }
}
