package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Queries a station's limit for a message before a long message is sent. */
final class Variables {

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private Variables() {}

    /**
     * Queries a limit, then continues with it.
     *
     * @param key of the variable with the limit
     * @param next the next step; its parameter is the limit, at least 1, or {@link #NO_LIMIT} if there is none
     */
    static Step limited(String key, IntFunction<Step> next) {
        VariableName variable = VariableName.ofKey(key).orElseThrow();
        ObjectNode asked = Commands.object();
        variable.into(asked.putArray("getVariableData").addObject());
        return new Ask(
                "GetVariables",
                asked,
                answer -> next.apply(limit(answer.path("getVariableResult").path(0))),
                () -> next.apply(NO_LIMIT));
    }

    private static int limit(JsonNode result) {
        String value = result.path("attributeValue").asString("");
        boolean reported = result.path("attributeStatus").asString("").equals("Accepted") && value.matches("\\d{1,9}");
        return reported ? Math.max(1, Integer.parseInt(value)) : NO_LIMIT;
    }
}
