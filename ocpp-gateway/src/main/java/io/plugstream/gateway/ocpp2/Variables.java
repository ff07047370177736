package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks a station how much it takes at once, before it is told much. */
final class Variables {

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private Variables() {}

    /**
     * Asks for a limit, then goes on with it.
     *
     * @param key of the variable that tells
     * @param next what follows; its parameter is the limit, at least 1, or more than anything where the station tells none
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
        boolean told = result.path("attributeStatus").asString("").equals("Accepted") && value.matches("\\d{1,9}");
        return told ? Math.max(1, Integer.parseInt(value)) : NO_LIMIT;
    }
}
