package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import java.time.Duration;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.stereotype.Component;

/** Writes and reads the records of the chargers' transactions. The log decides which of them count (ADR 27). */
@Component
class TransactionRecords {

    private final TopicTable<ChargerId, ChargerTransactions> table;
    private final CurrentTables current;
    private final DurableLog log;
    private final GivenUp givenUp;

    TransactionRecords(
            TopicTable<ChargerId, ChargerTransactions> table,
            CurrentTables current,
            DurableLog log,
            MeterRegistry meters) {
        this.table = table;
        this.current = current;
        this.log = log;
        this.givenUp = new GivenUp(meters);
    }

    KnownTransactions load(ChargerId charger) throws NotAcknowledgedException {
        return current.get(Topics.OPEN_TRANSACTIONS, table, charger)
                .map(KnownTransactions::of)
                .orElse(KnownTransactions.NONE);
    }

    /**
     * Appends {@code changed} and returns what then counts. It differs if another gateway wrote in between.
     *
     * @param former what {@code changed} was made from
     */
    KnownTransactions store(
            ChargerId charger, KnownTransactions former, KnownTransactions changed, TransactionNote note)
            throws NotAcknowledgedException {
        givenUp.count(charger, former, changed);
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

    void sweep() {}
}
