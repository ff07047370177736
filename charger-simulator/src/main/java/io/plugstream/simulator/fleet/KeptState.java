package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The last stored state of a charger. Not thread-safe. */
final class KeptState {

    /** A state on which no sent message depends is stored this often. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final ChargerStore store;
    private final ChargerObserver observer;
    private final Clock clock;
    private @Nullable ChargerState kept;
    private Instant due = Instant.MIN;

    KeptState(ChargerStore store, ChargerObserver observer, Clock clock) {
        this.store = store;
        this.observer = observer;
        this.clock = clock;
    }

    /** Stores {@code state} unless it is already stored; returns whether it is stored. */
    boolean keep(ChargerState state) {
        if (state.equals(kept)) {
            return true;
        }
        try {
            store.keep(state);
            kept = state;
            due = clock.instant().plus(INTERVAL);
            return true;
        } catch (IOException e) {
            observer.notSaved(e);
            return false;
        }
    }

    /** Like {@link #keep}, but leaves a changed state until it is {@link #due}. */
    boolean keepWhenDue(ChargerState state) {
        var next = due(state);
        return (next != null && clock.instant().isBefore(next)) || keep(state);
    }

    /** When a changed state must be stored even if no message depends on it; null if it is stored, or due at once. */
    @Nullable
    Instant due(ChargerState state) {
        return kept == null || state.equals(kept) ? null : due;
    }

    /** Whether the stored state has the next message of {@code state}: a charger that resumes from it sends it again. */
    boolean hasNext(ChargerState state) {
        return kept != null
                && !state.queue().isEmpty()
                && kept.queue().contains(state.queue().getFirst());
    }

    /** Makes the next state be written even if it is equal. */
    void forget() {
        kept = null;
    }
}
