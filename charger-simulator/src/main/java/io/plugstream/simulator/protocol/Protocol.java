package io.plugstream.simulator.protocol;

import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.Confirmation;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A version of OCPP: writes a charger's messages and answers, and reads those of the central system. */
public interface Protocol {

    /** The WebSocket sub-protocol. */
    String name();

    /** Whether a session is reported as events of its transaction, as in OCPP 2. */
    boolean hasTransactionEvents();

    /** The names of an action: its name in this version, and then its OCPP 1.6 name if different. */
    default List<String> names(String action) {
        return List.of(action);
    }

    /** A message as a CALL; {@code state} provides its session's transaction id. */
    Call write(Message message, ChargerState state);

    /** Reads the central system's answer to a message. */
    Confirmation read(Message message, JsonNode payload);

    /**
     * Reads the request in a CALL of the central system; empty if this version does not have the action.
     *
     * @throws MalformedRequest if the payload is invalid for the action
     */
    Optional<Request> read(String action, JsonNode payload) throws MalformedRequest;

    /** The payload of an answer that is neither an error nor silence. */
    Map<String, ?> write(Request request, Answer answer);

    /** The code of an error. */
    String write(Answer.Code code);

    /** An action and its payload. */
    record Call(String action, Map<String, ?> payload) {}
}
