package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.transaction.TransactionStart;

/** A transaction began (OCPP 1.6, 6.45). */
public record StartTransaction(TransactionStart start) implements Request {

    static StartTransaction read(Fields fields) {
        TransactionStart start = new TransactionStart(
                fields.notNegative("connectorId"),
                IdTag.read(fields),
                fields.meterReading("meterStart"),
                fields.messageTime("timestamp"));
        var _ = fields.unused(() -> fields.optionalInteger("reservationId"));
        return new StartTransaction(start);
    }
}
