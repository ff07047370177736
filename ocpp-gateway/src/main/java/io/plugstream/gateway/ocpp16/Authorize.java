package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;

/** Asks whether a tag may charge (OCPP 1.6, 6.1). */
public record Authorize(String idTag) implements Request {

    static Authorize read(Fields fields) {
        return new Authorize(IdTag.read(fields));
    }
}
