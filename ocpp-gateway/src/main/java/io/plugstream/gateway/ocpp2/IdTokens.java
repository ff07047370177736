package io.plugstream.gateway.ocpp2;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Converts tags of OCPP 1.6 to tokens, which have a type. */
final class IdTokens {

    private static final String USUAL = "ISO14443";

    private IdTokens() {}

    /** The tag in {@code field}, with the type in {@code idTokenType}. */
    static ObjectNode of(JsonNode payload, String field) {
        return Commands.object()
                .put("idToken", Commands.text(payload, field))
                .put("type", payload.path("idTokenType").asString(USUAL));
    }

    /** The information about a tag in a local list. */
    static ObjectNode information(JsonNode tagInformation, JsonNode listed) {
        ObjectNode information = Commands.object().put("status", Commands.text(tagInformation, "status"));
        Commands.copy(tagInformation, "expiryDate", information, "cacheExpiryDateTime");
        if (tagInformation.has("parentIdTag")) {
            information.set(
                    "groupIdToken",
                    Commands.object()
                            .put("idToken", Commands.text(tagInformation, "parentIdTag"))
                            .put("type", listed.path("idTokenType").asString(USUAL)));
        }
        return information;
    }
}
