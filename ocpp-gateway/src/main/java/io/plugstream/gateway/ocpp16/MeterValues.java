package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.ValidPayload.integer;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Shape;
import tools.jackson.databind.node.ObjectNode;

/** Readings of a connector's meter (OCPP 1.6, 6.31). */
public record MeterValues(MeterReadings readings) implements Request {

    static final Shape PAYLOAD = object(
            required("connectorId", whole(0, Integer.MAX_VALUE)),
            optional(
                    "transactionId",
                    new Shape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE, Deviation.LONG_TRANSACTION_ID)),
            required("meterValue", Shape.readings(0, Schemas.METER_VALUE)));

    static MeterValues read(ObjectNode payload) {
        return new MeterValues(new MeterReadings(
                payload.path("connectorId").intValue(),
                integer(payload, "transactionId"),
                Samples.of(payload.path("meterValue"))));
    }
}
