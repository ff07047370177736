package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.MeterTracker;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Stores the transactions of one station in Kafka, for one connection. */
final class KafkaStationJournal implements StationJournal {

    private final TransactionLedger ledger;
    private final ChargerStream stream;
    private final TransactionEvents events;
    private final MeterTracker meters;

    KafkaStationJournal(TransactionLedger ledger, ChargerStream stream, MeterTracker meters) {
        this.ledger = ledger;
        this.stream = stream;
        this.events = new TransactionEvents(stream);
        this.meters = meters;
    }

    @Override
    public Instant now() {
        return stream.now();
    }

    @Override
    public KnownTransactions known() throws NotAcknowledgedException {
        return ledger.known();
    }

    @Override
    public Registers registers(StationTransaction station) throws NotAcknowledgedException {
        Optional<Entry> entry = entry(station);
        if (entry.isEmpty()) {
            return station.registers();
        }
        Registers[] registers = {station.registers()};
        meters.read(entry.get(), values -> registers[0] = StationRegisters.with(registers[0], values, null));
        return registers[0];
    }

    @Override
    public int newTransactionId() throws NotAcknowledgedException {
        return ledger.newTransactionId();
    }

    @Override
    public boolean note(StationTransaction station) throws NotAcknowledgedException {
        return ledger.note(ledger.known().with(station, stream.now()));
    }

    @Override
    public boolean start(StationTransaction station, Instant at) throws NotAcknowledgedException {
        Optional<Entry> noted = entry(station);
        Entry entry = noted.isPresent() ? noted.get() : newEntry(station, at);
        TransactionStart start =
                new TransactionStart(entry.connectorId(), entry.idTag(), entry.meterStart(), entry.startedAt());
        return ledger.start(
                entry, noted.isPresent(), () -> events.started(start, entry).ofStation(facts(station)));
    }

    private Entry newEntry(StationTransaction station, Instant at) {
        return new Entry(
                station.transactionId(),
                Objects.requireNonNullElse(station.evseId(), 0),
                Objects.requireNonNullElse(station.idToken(), ""),
                StationPublication.meterStartAtPublication(station),
                at,
                stream.newEventId(),
                stream.now(),
                null,
                null);
    }

    @Override
    public void publish(MeterReadings readings, StationTransaction station, Entry transaction)
            throws NotAcknowledgedException {
        StationFacts facts = StationRegisters.areIn(readings.values())
                ? StationFacts.ofMeter(StationPublication.meter(station))
                : null;
        meters.publish(readings, transaction, ledger.known().entries(), facts);
    }

    @Override
    public void record(MeterReadings readings) throws NotAcknowledgedException {
        events.record(readings);
    }

    @Override
    public boolean stop(StationTransaction station, End end, NormalisedValues values) throws NotAcknowledgedException {
        Entry entry = entry(station).orElseThrow();
        TransactionStop stop = new TransactionStop(
                station.transactionId(),
                station.stopToken(),
                StationPublication.meterStart(station),
                StationPublication.meterStop(station),
                end.at(),
                end.reason(),
                values);
        return ledger.stop(entry, ending -> ofStation(station, events.stopped(stop, entry, ending)));
    }

    @Override
    public void deviated(Deviation kind) {
        stream.deviated(kind);
    }

    @Override
    public boolean orphan(StationTransaction station, End end) throws NotAcknowledgedException {
        TransactionStop stop = new TransactionStop(
                station.transactionId(),
                station.stopToken(),
                null,
                StationPublication.meterStop(station),
                end.at(),
                end.reason(),
                NormalisedValues.NONE);
        Optional<OrphanedStop> noted = ledger.known().orphans().stream()
                .filter(orphan -> orphan.transactionId() == station.transactionId())
                .findFirst();
        return ledger.orphan(stop, noted, ending -> ofStation(station, events.stopped(stop, null, ending)));
    }

    private static List<EventRecord> ofStation(StationTransaction station, List<EventRecord> records) {
        return records.stream().map(record -> record.ofStation(facts(station))).toList();
    }

    private static StationFacts facts(StationTransaction station) {
        return StationFacts.ofTransaction(station.stationId(), station.remoteStartId());
    }

    private Optional<Entry> entry(StationTransaction station) throws NotAcknowledgedException {
        return ledger.known().withId(station.transactionId());
    }
}
