package io.plugstream.api.quota;

import java.time.Duration;
import java.util.BitSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The wait for the first answer of each part of quota-service. It ends without one if quota-service is away (ADR 120).
 */
final class FirstProbe {

    /** Longer than the first answers take if quota-service runs. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private final LongSupplier nanos;
    private final BitSet silent = new BitSet();
    private @Nullable Long sentAt;

    /**
     * @param parts how many parts have to answer
     * @param nanos a clock that never goes back
     */
    FirstProbe(int parts, LongSupplier nanos) {
        silent.set(0, parts);
        this.nanos = nanos;
    }

    /** Notes that Kafka has taken a probe. */
    synchronized void sent() {
        if (sentAt == null) {
            sentAt = nanos.getAsLong();
        }
    }

    synchronized void answered(int part) {
        silent.clear(part);
    }

    synchronized boolean isAnswered(int part) {
        return !silent.get(part);
    }

    /** Whether each part has answered. */
    synchronized boolean isAnswered() {
        return silent.isEmpty();
    }

    /** Whether the API need not wait any more. */
    synchronized boolean isOver() {
        return silent.isEmpty() || (sentAt != null && nanos.getAsLong() - sentAt >= PATIENCE.toNanos());
    }
}
