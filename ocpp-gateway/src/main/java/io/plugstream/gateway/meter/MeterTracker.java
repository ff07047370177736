package io.plugstream.gateway.meter;

import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Publishes a charger's meter readings during transactions, each reading once. Not thread-safe. */
public final class MeterTracker {

    private final MeterTrackers trackers;
    private final PublishedReadings published;
    private final ChargerStream stream;

    MeterTracker(MeterTrackers trackers, ChargerStream stream) {
        this.trackers = trackers;
        this.published = new PublishedReadings(trackers, stream.charger());
        this.stream = stream;
    }

    /** Passes all published readings of {@code transaction} to {@code readings}. */
    public void read(Entry transaction, Consumer<NormalisedValues> readings) throws NotAcknowledgedException {
        trackers.read(stream.charger(), transaction.transactionId(), transaction.registeredAt(), some -> {
            readings.accept(some);
            return false;
        });
    }

    /**
     * Publishes the new ones of {@code readings}: numbers as an event while the transaction runs, all others only as a
     * record.
     *
     * @param transaction the running or stopped transaction that they belong to
     * @param remembered all stored transactions of the charger
     * @param facts of the event, from an OCPP 2 station; null if there are none
     */
    public void publish(MeterReadings readings, Entry transaction, List<Entry> remembered, @Nullable StationFacts facts)
            throws NotAcknowledgedException {
        NormalisedValues all = readings.values();
        NormalisedValues unseen = published.unseen(all, transaction);
        if (!unseen.isEmpty()) {
            stream.publish(records(readings.connectorId(), transaction, all, unseen, facts));
        }
        if (!published.holds(all, transaction)) {
            published.add(all, transaction, remembered);
        }
    }

    /** The event ids are derived from the whole message, not only from the readings that are published now. */
    private List<EventRecord> records(
            int connectorId,
            Entry transaction,
            NormalisedValues all,
            NormalisedValues unseen,
            @Nullable StationFacts facts) {
        int transactionId = transaction.transactionId();
        String chargeBoxId = stream.charger().chargeBoxId();
        Instant at = unseen.lastTime();
        List<EventRecord> records = new ArrayList<>(2);
        if (!unseen.numbers().isEmpty()) {
            EventRecord record = stream.record(
                    ReadingEventId.of(stream.charger(), transactionId, all.numbersAlone()),
                    new TransactionUpdated(transactionId, chargeBoxId, connectorId, unseen.numbers()),
                    at,
                    transaction.stop() != null);
            records.add(facts == null ? record : record.ofStation(facts));
        }
        if (!unseen.raw().isEmpty()) {
            records.add(stream.record(
                    ReadingEventId.of(stream.charger(), transactionId, all.rawAlone()),
                    new TransactionUpdated(transactionId, chargeBoxId, connectorId, List.of(), unseen.raw()),
                    at,
                    true));
        }
        return records;
    }
}
