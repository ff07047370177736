package io.plugstream.model.event;

import java.util.Objects;

/**
 * A charging session began (OCPP 1.6, 4.8).
 *
 * @param transactionId positive, 31 bits, unique across the platform
 * @param meterStart reading in Wh
 */
public record TransactionStarted(int transactionId, String chargeBoxId, int connectorId, String idTag, long meterStart)
        implements ChargerEvent {

    public TransactionStarted {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
        Objects.requireNonNull(idTag, "idTag");
    }
}
