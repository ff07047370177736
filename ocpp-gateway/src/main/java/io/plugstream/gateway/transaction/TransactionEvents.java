package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The event records of a charger's transactions. The event of a start or stop depends only on the message and
 * its note, so every gateway builds the same event.
 */
final class TransactionEvents {

    /** The charger as a whole, if the connector is unknown. */
    private static final int WHOLE_CHARGER = 0;

    private static final long TURNED = 1L << 61;
    private static final int MIDDLE = 40;

    private final ChargerStream stream;

    TransactionEvents(ChargerStream stream) {
        this.stream = stream;
    }

    EventRecord started(TransactionStart start, Entry entry) {
        TransactionStarted started = new TransactionStarted(
                entry.transactionId(), chargeBoxId(), start.connectorId(), start.idTag(), start.meterStart());
        return stream.record(entry.startEventId(), started, entry.startedAt(), entry.registeredAt(), false);
    }

    /**
     * The samples that came with the stop, which are only recorded, followed by the stop.
     *
     * @param entry null for an unknown transaction, of which everything is only recorded
     */
    List<EventRecord> stopped(TransactionStop stop, @Nullable Entry entry, Stop ending) {
        List<EventRecord> records = new ArrayList<>();
        if (!stop.transactionData().isEmpty()) {
            int connectorId = entry == null ? WHOLE_CHARGER : entry.connectorId();
            for (NormalisedValues values : stop.transactionData().parts()) {
                TransactionUpdated updated = new TransactionUpdated(
                        stop.transactionId(), chargeBoxId(), connectorId, values.numbers(), values.raw());
                UUID id = siblingOf(ending.stopEventId(), records.size());
                records.add(stream.record(id, updated, values.lastTime(), ending.stoppedAt(), true));
            }
        }
        Instant occurredAt = Objects.requireNonNullElse(stop.timestamp(), ending.stoppedAt());
        records.add(stream.record(
                ending.stopEventId(), stopped(stop, entry), occurredAt, ending.stoppedAt(), entry == null));
        return records;
    }

    /** Records values that cause no event. */
    void record(MeterReadings readings) throws NotAcknowledgedException {
        NormalisedValues values = readings.values();
        if (values.isEmpty()) {
            return;
        }
        List<EventRecord> records = new ArrayList<>();
        for (NormalisedValues part : values.parts()) {
            TransactionUpdated updated = new TransactionUpdated(
                    readings.transactionId(), chargeBoxId(), readings.connectorId(), part.numbers(), part.raw());
            records.add(stream.record(stream.newEventId(), updated, part.lastTime(), true));
        }
        stream.publish(records);
    }

    private TransactionStopped stopped(TransactionStop stop, @Nullable Entry entry) {
        Long meterStart = stop.meterStart();
        if (entry == null) {
            return stopped(stop, null, meterStart);
        }
        return stopped(stop, entry.connectorId(), meterStart == null ? Long.valueOf(entry.meterStart()) : meterStart);
    }

    private TransactionStopped stopped(TransactionStop stop, @Nullable Integer connectorId, @Nullable Long meterStart) {
        return new TransactionStopped(
                stop.transactionId(),
                chargeBoxId(),
                connectorId,
                stop.idTag(),
                meterStart,
                stop.meterStop(),
                meterStart == null ? null : stop.meterStop() - meterStart,
                stop.reason());
    }

    /**
     * Another id derived from the first by flipping random bits of its lower half: the first one, and those of
     * {@code number} in the middle. The last bits are not suitable, because ids from the same millisecond are consecutive
     * numbers.
     */
    static UUID siblingOf(UUID id, int number) {
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ TURNED ^ ((long) number << MIDDLE));
    }

    private String chargeBoxId() {
        return stream.charger().chargeBoxId();
    }
}
