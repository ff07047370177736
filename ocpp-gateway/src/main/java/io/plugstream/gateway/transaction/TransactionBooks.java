package io.plugstream.gateway.transaction;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.meter.MeterBooks;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.EventSearch;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerTransactions;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.stereotype.Component;

/** Opens the transaction book of a new connection, and is its way to Kafka. */
@Component
public class TransactionBooks {

    private final TopicTable<ChargerId, ChargerTransactions> table;
    private final CurrentTables current;
    private final DurableLog log;
    private final EventSearch search;
    private final TransactionIds ids;
    private final MeterBooks meters;

    TransactionBooks(
            TopicTable<ChargerId, ChargerTransactions> table,
            CurrentTables current,
            DurableLog log,
            EventSearch search,
            TransactionIds ids,
            MeterBooks meters) {
        this.table = table;
        this.current = current;
        this.log = log;
        this.search = search;
        this.ids = ids;
        this.meters = meters;
    }

    /** The book of the charger that {@code stream} belongs to. */
    public TransactionBook open(ChargerStream stream) {
        return new TransactionBook(this, stream, meters.open(stream));
    }

    KnownTransactions load(ChargerId charger) throws NotAcknowledgedException {
        return current.get(Topics.OPEN_TRANSACTIONS, table, charger)
                .map(KnownTransactions::of)
                .orElse(KnownTransactions.NONE);
    }

    /** Appends {@code changed} and returns what counts then: something else if another gateway wrote in between. */
    KnownTransactions store(ChargerId charger, KnownTransactions changed) throws NotAcknowledgedException {
        KnownTransactions present = append(charger, changed);
        // A record that does not count must not stay the last of its charger, because compaction keeps that one alone.
        return present.isSameAs(changed) || present.revision() > changed.revision()
                ? present
                : append(charger, present.repeated());
    }

    private KnownTransactions append(ChargerId charger, KnownTransactions next) throws NotAcknowledgedException {
        RecordMetadata written = log.append(Topics.OPEN_TRANSACTIONS, charger, next.toStore());
        return current.get(table, charger, written).map(KnownTransactions::of).orElse(KnownTransactions.NONE);
    }

    int nextId() throws NotAcknowledgedException {
        return ids.next();
    }

    Set<UUID> published(ChargerId charger, Set<UUID> eventIds, Instant since) throws NotAcknowledgedException {
        return search.find(charger, eventIds, since);
    }
}
