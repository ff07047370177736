package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How far a table's reader has come. Only a lack of progress times out: a long table may take long. */
final class TableProgress {

    private final LongSupplier nanos;
    private long progressAt;
    private long position = -1;
    private long left = 1;
    private @Nullable String trouble;

    /** @param nanos a clock that never goes back */
    TableProgress(LongSupplier nanos) {
        this.nanos = nanos;
        this.progressAt = nanos.getAsLong();
    }

    /**
     * Takes in where the reader is.
     *
     * @param reached grows with each record, whichever partition it is of
     * @param more how many records are still to be read
     */
    synchronized void at(long reached, long more) {
        if (reached != position || (more == 0 && trouble == null)) {
            progressAt = nanos.getAsLong();
        }
        position = reached;
        left = more;
    }

    /** Nothing can be read, for this reason. */
    synchronized void troubled(String reason) {
        trouble = reason;
    }

    /** The trouble is over. */
    synchronized void well() {
        if (trouble != null) {
            trouble = null;
            progressAt = nanos.getAsLong();
        }
    }

    /** For how long the reader has not come nearer to the end, and is not there. */
    synchronized Duration standstill() {
        return left == 0 && trouble == null ? Duration.ZERO : Duration.ofNanos(nanos.getAsLong() - progressAt);
    }

    /** In words. */
    synchronized String describe() {
        return trouble == null ? left + " records to read" : trouble;
    }
}
