package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterTrackers;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Opens the transaction tracker of a new connection and gives it access to Kafka. */
@Component
public class TransactionTrackers {

    private final TransactionRecords records;
    private final Publications publications;
    private final TransactionIds ids;
    private final TransactionIdLimits limits;
    private final MeterTrackers meters;

    TransactionTrackers(
            TransactionRecords records,
            Publications publications,
            TransactionIds ids,
            TransactionIdLimits limits,
            MeterTrackers meters) {
        this.records = records;
        this.publications = publications;
        this.ids = ids;
        this.limits = limits;
        this.meters = meters;
    }

    /** The tracker of the charger that {@code stream} belongs to. */
    public TransactionTracker open(ChargerStream stream) {
        return new TransactionTracker(new TransactionLedger(this, stream), stream, meters.open(stream));
    }

    /** The tracker of a station that assigns transaction ids itself, as in OCPP 2. */
    public StationTracker openForStation(ChargerStream stream) {
        return new StationTracker(
                new KafkaStationJournal(new TransactionLedger(this, stream), stream, meters.open(stream)));
    }

    TransactionRecords records() {
        return records;
    }

    Publications publications() {
        return publications;
    }

    /** The same with a mark at each published event, so that no gateway has to check it again. */
    KnownTransactions marked(KnownTransactions known) {
        return known.marked(event -> publications.isPublished(event.eventId(), event.publisher()));
    }

    /** A note that is about to be written. */
    TransactionNote note(ChargerId charger, UUID eventId) {
        return new TransactionNote(records, publications, charger, eventId);
    }

    int nextId(ChargerId charger) throws NotAcknowledgedException {
        limits.take(charger);
        return ids.next();
    }
}
