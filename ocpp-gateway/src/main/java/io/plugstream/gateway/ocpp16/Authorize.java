package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.required;

import io.plugstream.gateway.payload.Shape;
import tools.jackson.databind.node.ObjectNode;

/** Asks whether a tag may charge (OCPP 1.6, 6.1). */
public record Authorize(String idTag) implements Request {

    static final Shape PAYLOAD = object(required("idTag", IdTag.SHAPE));

    static Authorize read(ObjectNode payload) {
        return new Authorize(payload.path("idTag").stringValue());
    }
}
