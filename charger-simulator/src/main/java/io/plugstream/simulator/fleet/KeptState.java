package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The last stored state of a charger. Not thread-safe. */
final class KeptState {

    private final ChargerStore store;
    private final ChargerObserver observer;
    private @Nullable ChargerState kept;

    KeptState(ChargerStore store, ChargerObserver observer) {
        this.store = store;
        this.observer = observer;
    }

    /** Stores {@code state} unless it is already stored; returns whether it is stored. */
    boolean keep(ChargerState state) {
        if (state.equals(kept)) {
            return true;
        }
        try {
            store.keep(state);
            kept = state;
            return true;
        } catch (IOException e) {
            observer.notSaved(e);
            return false;
        }
    }

    /** Makes the next state be written even if it is equal. */
    void forget() {
        kept = null;
    }
}
