package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.MeterTracker;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The transactions of one charger, for one connection. Before the event of a start or stop is published, the table gets
 * a note with the event's id and the run that publishes it. Any process that reads the note later can tell whether the
 * event still has to be published, and by which run. When a method returns, everything is acknowledged. When it throws,
 * the charger repeats the message and joins the work under way. If two gateways write at the same time, the log decides
 * whose note counts. Not thread-safe.
 */
public final class TransactionTracker {

    private final TransactionLedger ledger;
    private final ChargerStream stream;
    private final TransactionEvents events;
    private final MeterTracker meters;

    TransactionTracker(TransactionLedger ledger, ChargerStream stream, MeterTracker meters) {
        this.ledger = ledger;
        this.stream = stream;
        this.events = new TransactionEvents(stream);
        this.meters = meters;
    }

    /** Returns the id of the transaction that {@code start} begins, or began when it was first sent. */
    public int start(TransactionStart start) throws NotAcknowledgedException {
        return TransactionLedger.untilTaken(() -> tryToStart(start)).transactionId();
    }

    private Optional<Entry> tryToStart(TransactionStart start) throws NotAcknowledgedException {
        Optional<Entry> repeated = ledger.known().begunBy(start, stream.now());
        Entry entry = repeated.isPresent() ? repeated.get() : newEntry(start);
        return ledger.start(entry, repeated.isPresent(), () -> events.started(start, entry))
                ? Optional.of(entry)
                : Optional.empty();
    }

    /** Ends a transaction. A transaction that is unknown or expired is recorded without a start. */
    public void stop(TransactionStop stop) throws NotAcknowledgedException {
        var _ = TransactionLedger.untilTaken(() -> {
            Optional<Entry> entry = ledger.known().endedBy(stop, stream.now());
            boolean taken = entry.isPresent()
                    ? ledger.stop(entry.get(), ending -> events.stopped(stop, entry.get(), ending))
                    : ledger.orphan(
                            stop,
                            ledger.known().orphanedBy(stop, stream.now()),
                            ending -> events.stopped(stop, null, ending));
            return taken ? Optional.of(stop) : Optional.empty();
        });
    }

    /** Publishes meter values. Values outside the charger's transactions and non-numeric values are only recorded. */
    public void meterValues(MeterReadings readings) throws NotAcknowledgedException {
        Integer transactionId = readings.transactionId();
        Optional<Entry> transaction =
                transactionId == null ? Optional.empty() : ledger.known().remembered(transactionId, stream.now());
        if (transaction.isPresent()) {
            meters.publish(readings, transaction.get(), ledger.known().entries(), null);
            return;
        }
        events.record(readings);
    }

    private Entry newEntry(TransactionStart start) throws NotAcknowledgedException {
        Instant now = stream.now();
        return new Entry(
                ledger.newTransactionId(),
                start.connectorId(),
                start.idTag(),
                start.meterStart(),
                Objects.requireNonNullElse(start.timestamp(), now),
                stream.newEventId(),
                now,
                null,
                null);
    }
}
