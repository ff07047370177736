package io.plugstream.simulator.charger;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A central system's answer to a charger's message. */
public sealed interface Confirmation {

    /** An answer without content that matters. */
    record Acknowledged() implements Confirmation {}

    /**
     * The answer to a boot notification.
     *
     * @param accepted whether the charger is accepted
     * @param interval between heartbeats, or until the next attempt
     */
    record Registered(boolean accepted, Duration interval) implements Confirmation {}

    /**
     * The answer to an authorisation request.
     *
     * @param accepted whether the driver may charge
     */
    record Identified(boolean accepted) implements Confirmation {}

    /**
     * The answer to the start of a transaction.
     *
     * @param transactionId the central system's id of the transaction; null if the charger chooses the id
     * @param accepted whether charging may continue
     */
    record Started(@Nullable Integer transactionId, boolean accepted) implements Confirmation {}
}
