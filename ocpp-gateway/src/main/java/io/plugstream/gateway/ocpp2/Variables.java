package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Queries a station's limits for a message before a long message is sent. */
final class Variables {

    private Variables() {}

    /**
     * Queries limits, then continues with them.
     *
     * @param items key of the variable with the limit of items
     * @param bytes key of the variable with the limit of bytes
     * @param next the next step, given the limits
     */
    static Step limited(String items, String bytes, Function<MessageLimits, Step> next) {
        VariableName mostItems = VariableName.ofKey(items).orElseThrow();
        VariableName mostBytes = VariableName.ofKey(bytes).orElseThrow();
        return query(
                List.of(mostItems, mostBytes),
                answer -> next.apply(new MessageLimits(limit(answer, mostItems), limit(answer, mostBytes))),
                () -> oneByOne(mostItems, mostBytes, next));
    }

    /** The station may accept only one item in a message. */
    private static Step oneByOne(VariableName items, VariableName bytes, Function<MessageLimits, Step> next) {
        return query(
                List.of(items),
                first -> query(
                        List.of(bytes),
                        second -> next.apply(new MessageLimits(limit(first, items), limit(second, bytes))),
                        () -> next.apply(new MessageLimits(limit(first, items), MessageLimits.NO_LIMIT))),
                () -> next.apply(MessageLimits.NONE));
    }

    private static Step query(List<VariableName> variables, Function<ObjectNode, Step> next, Supplier<Step> ifRefused) {
        ObjectNode asked = Commands.object();
        ArrayNode entries = asked.putArray("getVariableData");
        variables.forEach(variable -> variable.into(entries.addObject()));
        return new Ask("GetVariables", asked, next, ifRefused);
    }

    private static int limit(ObjectNode answer, VariableName variable) {
        JsonNode result = answer.path("getVariableResult")
                .valueStream()
                .filter(one -> variable.variable()
                        .equalsIgnoreCase(one.path("variable").path("name").asString("")))
                .findFirst()
                .orElse(MissingNode.getInstance());
        String value = result.path("attributeValue").asString("");
        boolean reported = result.path("attributeStatus").asString("").equals("Accepted") && value.matches("\\d{1,9}");
        return reported ? Math.max(1, Integer.parseInt(value)) : MessageLimits.NO_LIMIT;
    }
}
