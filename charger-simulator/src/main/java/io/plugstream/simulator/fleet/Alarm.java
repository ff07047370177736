package io.plugstream.simulator.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Wakes a charger when its next work is due. Not thread-safe. */
final class Alarm {

    /** Work that is due later is looked at again then. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Fleet fleet;
    private final Runnable wake;
    private @Nullable Future<?> set;

    Alarm(Fleet fleet, Runnable wake) {
        this.fleet = fleet;
        this.wake = wake;
    }

    /** Replaces the former time. */
    void set(Optional<Instant> time) {
        cancel();
        set = time.map(next -> Duration.between(fleet.clock().instant(), next))
                .map(pause -> fleet.after(pause.compareTo(LONGEST) < 0 ? pause : LONGEST, wake))
                .orElse(null);
    }

    void cancel() {
        if (set != null) {
            set.cancel(false);
        }
    }
}
