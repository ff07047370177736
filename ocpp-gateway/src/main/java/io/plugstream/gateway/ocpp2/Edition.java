package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * A version of OCPP 2. Later versions add fields and values to the same actions, and nothing else that matters here.
 *
 * @param name of its sub-protocol
 * @param shapes of the payloads that a station sends
 */
record Edition(String name, Map<Action, Shape> shapes) {

    static final Edition V2_0_1 = new Edition("ocpp2.0.1", Schemas.V2_0_1);

    /** Validates a payload against this version's shapes. */
    Validation<ObjectNode> validate(Action action, ObjectNode payload, Strictness strictness) {
        return Inspection.inspect(payload, Objects.requireNonNull(shapes.get(action), action.wireName()), strictness);
    }
}
