package io.plugstream.gateway.transaction;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.Note;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerTransactions;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** The state of a note of a start or a stop, however long its append takes. */
final class TransactionNote implements Note {

    private final TopicTable<ChargerId, ChargerTransactions> table;
    private final Publications publications;
    private final ChargerId charger;
    private final UUID eventId;

    /** Null until it is sent. */
    private volatile @Nullable Append record;

    TransactionNote(
            TopicTable<ChargerId, ChargerTransactions> table,
            Publications publications,
            ChargerId charger,
            UUID eventId) {
        this.table = table;
        this.publications = publications;
        this.charger = charger;
        this.eventId = eventId;
    }

    void written(Append append) {
        record = append;
    }

    @Override
    public Fate fate() {
        Append append = record;
        if (append == null || !append.isDone()) {
            return Fate.OPEN;
        }
        if (append.isCompletedExceptionally()) {
            return append.isRefused() ? Fate.VOID : Fate.OPEN;
        }
        // The position is read first, so that the content is at least as new.
        boolean read = isRead(append.join());
        if (isOurs()) {
            return Fate.COUNTS;
        }
        return read ? Fate.VOID : Fate.OPEN;
    }

    private boolean isRead(RecordMetadata written) {
        try {
            return table.awaitPosition(written.partition(), written.offset() + 1, Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isOurs() {
        ChargerTransactions stored = table.get(charger);
        return stored != null
                && KnownTransactions.of(stored).notedEvents().stream()
                        .anyMatch(event -> event.eventId().equals(eventId) && publications.isOurs(event.publisher()));
    }
}
