package io.plugstream.gateway.ocpp16;

import java.time.Instant;

/**
 * A transaction began (OCPP 1.6, 6.45).
 *
 * @param meterStart in Wh
 */
public record StartTransaction(int connectorId, String idTag, long meterStart, Instant timestamp) implements Request {

    static StartTransaction read(Fields fields) {
        StartTransaction start = new StartTransaction(
                fields.connectorId(), fields.idTag(), fields.meterReading("meterStart"), fields.instant("timestamp"));
        fields.optionalInteger("reservationId");
        return start;
    }
}
