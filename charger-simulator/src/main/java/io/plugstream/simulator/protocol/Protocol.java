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

/** A version of OCPP: how a charger's messages and answers are spelled, and what those of the central system mean. */
public interface Protocol {

    /** The WebSocket sub-protocol. */
    String name();

    /** Whether all of a session is told as events of its transaction, as OCPP 2 has it. */
    boolean hasTransactionEvents();

    /** The names of an action: the one that it has here, and then that of OCPP 1.6 where it is another. */
    default List<String> names(String action) {
        return List.of(action);
    }

    /** A message as a CALL, with what the state knows of its session. */
    Call write(Message message, ChargerState state);

    /** What the central system answered to a message. */
    Confirmation read(Message message, JsonNode payload);

    /**
     * What a CALL of the central system asks for; empty for an action that this version has not.
     *
     * @throws MalformedRequest if the payload says something else than the action may
     */
    Optional<Request> read(String action, JsonNode payload) throws MalformedRequest;

    /** The payload of an answer that is neither an error nor silence. */
    Map<String, ?> write(Request request, Answer answer);

    /** The code of an error. */
    String write(Answer.Code code);

    /** An action and its payload. */
    record Call(String action, Map<String, ?> payload) {}
}
