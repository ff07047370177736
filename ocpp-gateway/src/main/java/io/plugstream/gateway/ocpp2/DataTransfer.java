package io.plugstream.gateway.ocpp2;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Translates the answer to a DataTransfer, whose data is a text in OCPP 1.6 and any JSON in OCPP 2. */
final class DataTransfer {

    private DataTransfer() {}

    static ObjectNode response(ObjectNode answer) {
        ObjectNode response = Commands.status(Commands.word(answer));
        JsonNode data = answer.get("data");
        if (data != null) {
            response.put("data", data.isString() ? data.stringValue() : data.toString());
        }
        return response;
    }
}
