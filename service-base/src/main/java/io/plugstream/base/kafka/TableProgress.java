package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** The progress of a table's reader. Only a lack of progress times out, because a large table may take long to read. */
final class TableProgress {

    private final LongSupplier nanos;
    private long progressAt;
    private long position = -1;
    private long left = 1;
    private @Nullable String failure;

    /** @param nanos a clock that never goes back */
    TableProgress(LongSupplier nanos) {
        this.nanos = nanos;
        this.progressAt = nanos.getAsLong();
    }

    /**
     * Records the reader's position.
     *
     * @param reached grows with each record of any partition
     * @param more how many records are still to be read
     */
    synchronized void at(long reached, long more) {
        if (reached != position || (more == 0 && failure == null)) {
            progressAt = nanos.getAsLong();
        }
        position = reached;
        left = more;
    }

    /** Records the position of a reader that has read the topic once. */
    void at(Consumer<?, ?> reader) {
        long reached = reader.assignment().stream().mapToLong(reader::position).sum();
        long lag = reader.assignment().stream()
                .mapToLong(partition -> reader.currentLag(partition).orElse(0))
                .sum();
        at(reached, lag);
    }

    /** Records that reading is impossible, and why. */
    synchronized void failed(String reason) {
        failure = reason;
    }

    /** Records that reading is possible again. */
    synchronized void recovered() {
        if (failure != null) {
            failure = null;
            progressAt = nanos.getAsLong();
        }
    }

    /** How long the reader has made no progress; zero if it is at the end. */
    synchronized Duration standstill() {
        return left == 0 && failure == null ? Duration.ZERO : Duration.ofNanos(nanos.getAsLong() - progressAt);
    }

    synchronized String describe() {
        return failure == null ? left + " records to read" : failure;
    }
}
