package io.plugstream.model.event;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A charging session ended (OCPP 1.6, 4.10). Connector, start reading and energy are null only if the transaction's
 * start is unknown; such a record is orphaned and never delivered.
 *
 * @param meterStart reading in Wh
 * @param meterStop reading in Wh
 * @param energyWh {@code meterStop - meterStart}
 * @param reason as OCPP 1.6, 7.36 spells it; {@code Local} if the charger sent none
 */
public record TransactionStopped(
        int transactionId,
        String chargeBoxId,
        @Nullable Integer connectorId,
        @Nullable String idTag,
        @Nullable Long meterStart,
        long meterStop,
        @Nullable Long energyWh,
        String reason)
        implements ChargerEvent {

    public TransactionStopped {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
        Objects.requireNonNull(reason, "reason");
    }
}
