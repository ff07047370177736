package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.expected;
import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.unused;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.transaction.TransactionStart;
import tools.jackson.databind.node.ObjectNode;

/** A transaction began (OCPP 1.6, 6.45). */
public record StartTransaction(TransactionStart start) implements Request {

    static final Shape PAYLOAD = object(
            required("connectorId", whole(0, Integer.MAX_VALUE)),
            required("idTag", IdTag.SHAPE),
            required("meterStart", new Shape.Meter()),
            expected("timestamp", new Shape.Time()),
            unused("reservationId", whole()));

    static StartTransaction read(ObjectNode payload) {
        return new StartTransaction(new TransactionStart(
                payload.path("connectorId").intValue(),
                payload.path("idTag").stringValue(),
                payload.path("meterStart").longValue(),
                time(payload, "timestamp")));
    }
}
