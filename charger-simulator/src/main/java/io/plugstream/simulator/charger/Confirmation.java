package io.plugstream.simulator.charger;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a central system answered a charger's message. */
public sealed interface Confirmation {

    /** It heard. */
    record Heard() implements Confirmation {}

    /**
     * To a boot.
     *
     * @param accepted whether the charger may go on
     * @param interval between heartbeats, or until it may ask again
     */
    record Registered(boolean accepted, Duration interval) implements Confirmation {}

    /**
     * To a card.
     *
     * @param accepted whether they may charge
     */
    record Identified(boolean accepted) implements Confirmation {}

    /**
     * To a start.
     *
     * @param transactionId what the central system calls it; null if each side has its own name for it
     * @param accepted whether it may go on
     */
    record Started(@Nullable Integer transactionId, boolean accepted) implements Confirmation {}
}
