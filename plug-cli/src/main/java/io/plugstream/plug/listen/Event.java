package io.plugstream.plug.listen;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event of the stream.
 *
 * @param id the {@code webhook-id} of its deliveries
 * @param body the body that webhooks receive: {@code event}, {@code timestamp} and {@code data}
 */
record Event(String id, String name, String timestamp, String chargeBoxId, String body) {

    /** @throws Failure if the data is not an event, so that reading it again would not help */
    static Event of(String data) throws Failure {
        try {
            if (Json.read(data) instanceof ObjectNode event) {
                var id = event.remove("eventId");
                if (id != null && id.isString() && id.stringValue().matches("[0-9a-fA-F-]{36}")) {
                    return new Event(
                            id.stringValue(),
                            text(event, "event"),
                            text(event, "timestamp"),
                            text(event.path("data"), "chargeBoxId"),
                            Json.write(event));
                }
            }
        } catch (JacksonException e) {
            throw none("The stream has an event that is not JSON: " + e.getOriginalMessage());
        }
        throw none("The stream has an event without an eventId: the API is older than this plug.");
    }

    private static Failure none(String message) {
        return new Failure(Failure.Kind.REFUSED, message);
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
