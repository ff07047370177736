package io.plugstream.gateway.protocol;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import tools.jackson.databind.node.ObjectNode;

/** Something that a charger may ask for over one connection. */
public interface ChargerAction {

    /** Its name in a CALL. */
    String wireName();

    /** Whether what the charger says goes to Kafka before it is answered. */
    boolean isRecorded();

    /**
     * Whether a charger that is refused may give the message up, while one without a connection keeps it. The socket is
     * closed then, if what it says cannot be recorded.
     */
    default boolean isLostWhenRefused() {
        return false;
    }

    /** Reads and validates a payload. */
    Validation<Work> validate(ObjectNode payload, Strictness strictness);

    /** What a valid payload asks for. */
    @FunctionalInterface
    interface Work {

        /** Does it. The returned payload may be told to the charger: what was asked is durable. */
        ObjectNode perform() throws NotAcknowledgedException;
    }
}
