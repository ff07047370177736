package io.plugstream.api.quota;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The wait for quota-service's first answer. It ends without one if quota-service is away (ADR 120). */
final class FirstProbe {

    /** Longer than the first answer takes if quota-service runs. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private final LongSupplier nanos;
    private @Nullable Long sentAt;
    private boolean answered;

    /** @param nanos a clock that never goes back */
    FirstProbe(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Notes that Kafka has taken a probe. */
    synchronized void sent() {
        if (sentAt == null) {
            sentAt = nanos.getAsLong();
        }
    }

    synchronized void answered() {
        answered = true;
    }

    synchronized boolean isAnswered() {
        return answered;
    }

    /** Whether the API need not wait any more. */
    synchronized boolean isOver() {
        return answered || (sentAt != null && nanos.getAsLong() - sentAt >= PATIENCE.toNanos());
    }
}
