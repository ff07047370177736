package io.plugstream.gateway.transaction;

import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.Note;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of a note of a start or a stop, however long its append takes. */
final class TransactionNote implements Note {

    private final TransactionRecords records;
    private final Publications publications;
    private final ChargerId charger;
    private final UUID eventId;

    private volatile long revision;

    /** Null until it is sent. */
    private volatile @Nullable Append record;

    TransactionNote(TransactionRecords records, Publications publications, ChargerId charger, UUID eventId) {
        this.records = records;
        this.publications = publications;
        this.charger = charger;
        this.eventId = eventId;
    }

    /** Notes the append of its record, which has this revision. If another record has it, the note never counts. */
    void written(Append append, long ofRecord) {
        revision = ofRecord;
        record = append;
    }

    @Override
    public Fate fate() {
        Append append = record;
        if (append == null || !append.isDone()) {
            return Fate.OPEN;
        }
        // The position is read first, so that the content is at least as new.
        boolean read = !append.isCompletedExceptionally() && records.isRead(append.join());
        KnownTransactions present = records.present(charger);
        if (isOurs(present)) {
            return Fate.COUNTS;
        }
        return read || append.isRefused() || present.revision() >= revision ? Fate.VOID : Fate.OPEN;
    }

    private boolean isOurs(KnownTransactions present) {
        return present.notedEvents().stream()
                .anyMatch(event -> event.eventId().equals(eventId) && publications.isOurs(event.publisher()));
    }
}
