package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.meter.MeterTrackers;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Opens the transaction tracker of a new connection and gives it access to Kafka. */
@Component
public class TransactionTrackers {

    private static final Logger logger = LoggerFactory.getLogger(TransactionTrackers.class);

    private final TopicTable<ChargerId, ChargerTransactions> table;
    private final CurrentTables current;
    private final DurableLog log;
    private final Publications publications;
    private final TransactionIds ids;
    private final MeterTrackers meters;
    private final Counter givenUpTransactions;
    private final Counter givenUpReadings;

    TransactionTrackers(
            TopicTable<ChargerId, ChargerTransactions> table,
            CurrentTables current,
            DurableLog log,
            Publications publications,
            TransactionIds ids,
            MeterTrackers meters,
            MeterRegistry registry) {
        this.table = table;
        this.current = current;
        this.log = log;
        this.publications = publications;
        this.ids = ids;
        this.meters = meters;
        this.givenUpTransactions = givenUp(registry, "transaction");
        this.givenUpReadings = givenUp(registry, "reading");
    }

    private static Counter givenUp(MeterRegistry registry, String kind) {
        return Counter.builder("plugstream.gateway.transactions.given.up")
                .description("Running transactions, and readings that waited for a start, given up because their"
                        + " charger has too many for one record")
                .tag("kind", kind)
                .register(registry);
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

    KnownTransactions load(ChargerId charger) throws NotAcknowledgedException {
        return current.get(Topics.OPEN_TRANSACTIONS, table, charger)
                .map(KnownTransactions::of)
                .orElse(KnownTransactions.NONE);
    }

    /** The same with a mark at each published event, so that no gateway has to check it again. */
    KnownTransactions marked(KnownTransactions known) {
        return known.marked(event -> publications.isPublished(event.eventId(), event.publisher()));
    }

    /** Counts what {@code changed} lacks because of {@link TransactionBounds}. */
    void countGivenUp(ChargerId charger, KnownTransactions former, KnownTransactions changed) {
        int transactions = changed.missingRunning(former);
        int readings = changed.missingReadings(former);
        givenUpTransactions.increment(transactions);
        givenUpReadings.increment(readings);
        if (transactions + readings > 0) {
            logger.atWarn()
                    .addKeyValue("charger", charger)
                    .log("Too many transactions: {} and {} waiting readings are given up", transactions, readings);
        }
    }

    /** Appends {@code changed} and returns what then counts. It differs if another gateway wrote in between. */
    KnownTransactions store(ChargerId charger, KnownTransactions changed, TransactionNote note)
            throws NotAcknowledgedException {
        Append append = send(charger, changed);
        note.written(append, changed.revision());
        KnownTransactions present = read(charger, append);
        // A record that does not count must not stay its charger's last, because compaction keeps only the last one.
        return present.isSameAs(changed) || present.revision() > changed.revision()
                ? present
                : read(charger, send(charger, present.repeated()));
    }

    private Append send(ChargerId charger, KnownTransactions next) {
        return log.send(Topics.OPEN_TRANSACTIONS, charger, next.toStore());
    }

    KnownTransactions read(ChargerId charger, Append append) throws NotAcknowledgedException {
        return current.get(table, charger, log.await(append))
                .map(KnownTransactions::of)
                .orElse(KnownTransactions.NONE);
    }

    /** What is read so far. */
    KnownTransactions present(ChargerId charger) {
        ChargerTransactions stored = table.get(charger);
        return stored == null ? KnownTransactions.NONE : KnownTransactions.of(stored);
    }

    /** Whether that includes the record at this place. */
    boolean isRead(RecordMetadata written) {
        try {
            return table.awaitPosition(written.partition(), written.offset() + 1, Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A note that is about to be written. */
    TransactionNote note(ChargerId charger, UUID eventId) {
        return new TransactionNote(this, charger, eventId);
    }

    Publications publications() {
        return publications;
    }

    int nextId() throws NotAcknowledgedException {
        return ids.next();
    }
}
