package io.plugstream.gateway.protocol;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * An action that a charger may request over one connection.
 *
 * @param wireName its name in a CALL
 * @param isRecorded whether the message is written to Kafka before it is answered
 * @param isLostWhenRefused whether a charger may discard a message with this payload after some CALLERRORs but keeps it
 *     if the connection is lost; if such a message cannot be recorded, the socket is closed (ADR 106)
 * @param validation reads and validates a payload, and returns the work that a valid one requests
 */
public record ChargerAction(
        String wireName,
        boolean isRecorded,
        Predicate<ObjectNode> isLostWhenRefused,
        BiFunction<ObjectNode, Strictness, Validation<Work>> validation) {

    /** The work that a valid payload requests. */
    @FunctionalInterface
    public interface Work {

        /** Does the work and returns the answer's payload. Then everything is durable. */
        ObjectNode perform() throws NotAcknowledgedException;
    }
}
