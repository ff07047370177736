package io.plugstream.simulator.fleet;

import java.time.Duration;

/** Receives the failures of a charger. Implementations must not block. */
public interface ChargerObserver {

    /** The charger has no connection; it reconnects after {@code pause}. */
    default void disconnected(String reason, Duration pause) {}

    /** The central system answered a message with an error. */
    default void refused(String action, String code, String description) {}

    /** The state could not be stored. */
    default void notSaved(Exception failure) {}
}
