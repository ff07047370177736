package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.Append;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A record that this gateway appends to the log of connections and waits to read back. */
final class PendingRecord {

    private final ChargerId charger;
    private final HeldConnection record;
    private final CompletableFuture<ReadBack> readBack;
    private @Nullable Append append;

    PendingRecord(ChargerId charger, HeldConnection record, CompletableFuture<ReadBack> readBack) {
        this.charger = charger;
        this.record = record;
        this.readBack = readBack;
    }

    ChargerId charger() {
        return charger;
    }

    HeldConnection record() {
        return record;
    }

    /** Done when the record is read back. */
    CompletableFuture<ReadBack> readBack() {
        return readBack;
    }

    /**
     * The record's append. {@code send} begins one, unless one is under way or done. A second copy would do no harm: of
     * equal records the first counts.
     */
    Append append(Supplier<Append> send) {
        Append present = append;
        if (present == null || present.isCompletedExceptionally()) {
            present = send.get();
            append = present;
        }
        return present;
    }

    /** Whether the record is in the log or may still get there. */
    boolean mayArrive() {
        return append != null && !append.isRefused();
    }
}
