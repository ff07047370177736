package io.plugstream.gateway.protocol;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import tools.jackson.databind.node.ObjectNode;

/** An action that a charger may request over one connection. */
public interface ChargerAction {

    /** Its name in a CALL. */
    String wireName();

    /** Whether the message is written to Kafka before it is answered. */
    boolean isRecorded();

    /**
     * Whether a charger may discard the message after a CALLERROR but keeps it if the connection is lost. If such a
     * message cannot be recorded, the socket is closed.
     */
    default boolean isLostWhenRefused() {
        return false;
    }

    /** Reads and validates a payload. */
    Validation<Work> validate(ObjectNode payload, Strictness strictness);

    /** The work that a valid payload requests. */
    @FunctionalInterface
    interface Work {

        /** Does the work and returns the answer's payload. Then everything is durable. */
        ObjectNode perform() throws NotAcknowledgedException;
    }
}
