package io.plugstream.gateway.meter;

import io.plugstream.gateway.ocpp16.MeterValues;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionUpdated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Publishes what a charger's meters read during transactions, each reading once. Not safe for use by several threads at
 * once.
 */
public final class MeterBook {

    private final ReadingMemory memory;
    private final ChargerStream stream;

    MeterBook(ReadingMemory memory, ChargerStream stream) {
        this.memory = memory;
        this.stream = stream;
    }

    /**
     * Publishes those of {@code values} that were not published before: the numbers as an event, the rest is only recorded.
     *
     * @param transaction the running or stopped transaction that they belong to
     * @param remembered all transactions of the charger that are not forgotten
     */
    public void publish(MeterValues values, Entry transaction, List<Entry> remembered) throws NotAcknowledgedException {
        NormalisedValues unseen = memory.unseen(MeterNormalisation.normalise(values.meterValue()), transaction);
        if (unseen.isEmpty()) {
            return;
        }
        stream.publish(records(values.connectorId(), transaction.transactionId(), unseen));
        memory.published(unseen, transaction, remembered);
    }

    private List<EventRecord> records(int connectorId, int transactionId, NormalisedValues values) {
        String chargeBoxId = stream.charger().chargeBoxId();
        Instant at = lastTime(values);
        List<EventRecord> records = new ArrayList<>(2);
        if (!values.numbers().isEmpty()) {
            records.add(stream.record(
                    ReadingEventId.of(stream.charger(), transactionId, values.numbersAlone()),
                    new TransactionUpdated(transactionId, chargeBoxId, connectorId, values.numbers()),
                    at,
                    false));
        }
        if (!values.raw().isEmpty()) {
            records.add(stream.record(
                    ReadingEventId.of(stream.charger(), transactionId, values.rawAlone()),
                    new TransactionUpdated(transactionId, chargeBoxId, connectorId, List.of(), values.raw()),
                    at,
                    true));
        }
        return records;
    }

    private static Instant lastTime(NormalisedValues values) {
        return Stream.concat(
                        values.numbers().stream().map(value -> value.timestamp()),
                        values.raw().stream().map(value -> value.timestamp()))
                .max(Instant::compareTo)
                .orElseThrow();
    }
}
