package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Translates commands for OCPP 1.6 configuration keys to commands for variables. */
final class Configuration {

    private static final String QUERY = "GetVariables";
    private static final String WANTED = "getVariableData";
    private static final String ITEMS_PER_MESSAGE = "DeviceDataCtrlr.ItemsPerMessage[GetVariables]";
    private static final String BYTES_PER_MESSAGE = "DeviceDataCtrlr.BytesPerMessage[GetVariables]";

    private Configuration() {}

    /** Translates ChangeConfiguration. */
    static Step change(ObjectNode payload) {
        return VariableName.ofKey(Commands.text(payload, "key"))
                .map(variable -> set(variable, Commands.text(payload, "value")))
                .orElseGet(() -> new Done(Commands.status("NotSupported"), null, false));
    }

    private static Step set(VariableName variable, String value) {
        ObjectNode asked = Commands.object();
        variable.into(asked.putArray("setVariableData").addObject()).put("attributeValue", value);
        return new Ask("SetVariables", asked, answer -> {
            String status = Commands.text(answer.path("setVariableResult").path(0), "attributeStatus");
            String of16 = switch (status) {
                case "Accepted", "RebootRequired", "Rejected" -> status;
                default -> "NotSupported";
            };
            return new Done(Commands.status(of16), answer, of16.equals("Accepted") || of16.equals("RebootRequired"));
        });
    }

    /** Translates GetConfiguration. Without keys the station reports all variables, in parts. */
    static Step get(ObjectNode payload, int number) {
        JsonNode wanted = payload.path("key");
        if (wanted.isEmpty()) {
            return report(number);
        }
        Map<String, VariableName> variables = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (JsonNode key : wanted) {
            VariableName.ofKey(key.stringValue())
                    .ifPresentOrElse(
                            variable -> variables.put(key.stringValue(), variable),
                            () -> unknown.add(key.stringValue()));
        }
        VariableQuery query = new VariableQuery(List.copyOf(variables.entrySet()), unknown);
        return variables.size() <= 1
                ? query.within(MessageLimits.NONE)
                : Variables.limited(ITEMS_PER_MESSAGE, BYTES_PER_MESSAGE, query::within);
    }

    private static Step report(int number) {
        return new Ask(
                "GetBaseReport",
                Commands.object().put("requestId", number).put("reportBase", "ConfigurationInventory"),
                answer -> {
                    ObjectNode response = Commands.object();
                    response.putArray("configurationKey");
                    return new Done(response, answer, Commands.word(answer).equals("Accepted"));
                });
    }

    /** Requests the values of several keys, a limited number with each message. */
    private static final class VariableQuery {

        private final List<Map.Entry<String, VariableName>> wanted;
        private final List<String> unknown;
        private final ArrayNode known = Commands.object().arrayNode();
        private final ArrayNode answers = Commands.object().arrayNode();

        VariableQuery(List<Map.Entry<String, VariableName>> wanted, List<String> unknown) {
            this.wanted = wanted;
            this.unknown = unknown;
        }

        Step within(MessageLimits limits) {
            ObjectNode empty = Commands.object();
            empty.putArray(WANTED);
            return next(limits.divided(wanted, one -> one.getValue().into(Commands.object()), QUERY, empty));
        }

        private Step next(List<List<Map.Entry<String, VariableName>>> messages) {
            if (messages.isEmpty()) {
                return done();
            }
            List<Map.Entry<String, VariableName>> some = messages.getFirst();
            ObjectNode asked = Commands.object();
            ArrayNode entries = asked.putArray(WANTED);
            some.forEach(one -> one.getValue().into(entries.addObject()));
            return new Ask(QUERY, asked, answer -> {
                some.forEach(one -> take(one.getKey(), one.getValue(), answer.path("getVariableResult")));
                answer.path("getVariableResult").forEach(result -> answers.add(result));
                return next(messages.subList(1, messages.size()));
            });
        }

        private void take(String key, VariableName variable, JsonNode results) {
            JsonNode result =
                    results.valueStream().filter(variable::isOf).findFirst().orElse(null);
            String status = result == null ? "" : result.path("attributeStatus").asString("");
            // A write-only variable exists, but the station rejects reading it.
            if (result == null || !(status.equals("Accepted") || status.equals("Rejected"))) {
                unknown.add(key);
                return;
            }
            // The answer does not tell whether a variable may be changed.
            ObjectNode reported = known.addObject().put("key", key).put("readonly", false);
            Commands.copy(result, "attributeValue", reported, "value");
        }

        private Step done() {
            ObjectNode response = Commands.object();
            response.set("configurationKey", known);
            ArrayNode others = response.putArray("unknownKey");
            unknown.forEach(others::add);
            ObjectNode station = Commands.object();
            station.set("getVariableResult", answers);
            return new Done(response, answers.isEmpty() ? null : station, true);
        }
    }
}
