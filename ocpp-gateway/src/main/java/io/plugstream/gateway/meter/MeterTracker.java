package io.plugstream.gateway.meter;

import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Publishes a charger's meter readings during transactions, each reading once. Not thread-safe. */
public final class MeterTracker {

    private final MeterTrackers trackers;
    private final PublishedReadings published;
    private final ChargerStream stream;

    MeterTracker(MeterTrackers trackers, Histories histories, ChargerStream stream) {
        this.trackers = trackers;
        this.published = new PublishedReadings(trackers, histories, stream.charger());
        this.stream = stream;
    }

    /** Passes all published readings of {@code transaction} to {@code readings}. */
    public void read(Entry transaction, Consumer<NormalisedValues> readings) throws NotAcknowledgedException {
        trackers.read(stream.charger(), transaction.transactionId(), transaction.registeredAt(), readings);
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
        Instant at = unseen.lastTime();
        Set<ReadingFingerprint> left = ReadingFingerprint.of(unseen).collect(Collectors.toCollection(HashSet::new));
        List<EventRecord> records = new ArrayList<>(2);
        for (NormalisedValues kind : List.of(all.numbersAlone(), all.rawAlone())) {
            List<NormalisedValues> parts = kind.parts();
            for (int part = 0; part < parts.size(); part++) {
                NormalisedValues values = parts.get(part).filter(left::remove);
                if (!values.isEmpty()) {
                    EventRecord record = stream.record(
                            ReadingEventId.of(stream.charger(), transactionId, kind, part),
                            new TransactionUpdated(
                                    transactionId,
                                    stream.charger().chargeBoxId(),
                                    connectorId,
                                    values.numbers(),
                                    values.raw()),
                            at,
                            values.numbers().isEmpty() || transaction.stop() != null);
                    records.add(facts == null || values.numbers().isEmpty() ? record : record.ofStation(facts));
                }
            }
        }
        return records;
    }
}
