package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is in a charger's store. For one thread at a time. */
final class KeptState {

    private final ChargerStore store;
    private final ChargerObserver observer;
    private @Nullable ChargerState kept;

    KeptState(ChargerStore store, ChargerObserver observer) {
        this.store = store;
        this.observer = observer;
    }

    /** Whether {@code state} is safe. It is written only if it is not there already. */
    boolean keep(ChargerState state) {
        if (state.equals(kept)) {
            return true;
        }
        try {
            store.keep(state);
            kept = state;
            return true;
        } catch (IOException e) {
            observer.notKept(e);
            return false;
        }
    }

    /** Has the next state written even if it is the same. */
    void forget() {
        kept = null;
    }
}
