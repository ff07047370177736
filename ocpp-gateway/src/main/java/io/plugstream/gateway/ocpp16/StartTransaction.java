package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.transaction.TransactionStart;
import java.time.Instant;

/**
 * A transaction began (OCPP 1.6, 6.45).
 *
 * @param meterStart in Wh
 */
public record StartTransaction(int connectorId, String idTag, long meterStart, Instant timestamp) implements Request {

    static StartTransaction read(Fields fields) {
        StartTransaction start = new StartTransaction(
                fields.notNegative("connectorId"),
                IdTag.read(fields),
                fields.meterReading("meterStart"),
                fields.instant("timestamp"));
        fields.optionalInteger("reservationId");
        return start;
    }

    TransactionStart toStart() {
        return new TransactionStart(connectorId, idTag, meterStart, timestamp);
    }
}
