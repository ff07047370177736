package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.ChargerState;
import java.io.IOException;

/** Keeps what a charger must remember. */
@FunctionalInterface
public interface ChargerStore {

    /**
     * Returns when the state is safe. Nothing that follows from it is sent before.
     *
     * @throws IOException if it could not be kept: the charger then goes offline and tries again
     */
    void keep(ChargerState state) throws IOException;
}
