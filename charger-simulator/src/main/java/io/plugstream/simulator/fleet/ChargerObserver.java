package io.plugstream.simulator.fleet;

import java.time.Duration;

/** Is told what goes wrong with a charger. Its methods return at once. */
public interface ChargerObserver {

    /** There is no connection; the charger tries again after {@code pause}. */
    default void disconnected(String reason, Duration pause) {}

    /** The central system answered a message with an error. */
    default void refused(String action, String code, String description) {}

    /** The state could not be kept. */
    default void notKept(Exception failure) {}
}
