package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import java.io.IOException;

/** Stores a charger's state. */
@FunctionalInterface
public interface ChargerStore {

    /**
     * Returns once the state is stored. Messages that depend on it are sent only after that.
     *
     * @throws IOException if the state could not be stored: the charger then disconnects and retries
     */
    void keep(ChargerState state) throws IOException;
}
