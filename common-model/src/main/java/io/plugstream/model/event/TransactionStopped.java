package io.plugstream.model.event;

import org.jspecify.annotations.Nullable;

/**
 * A charging session ended (OCPP 1.6, 4.10). Connector, start reading and energy are null only for a transaction whose
 * start is unknown; such a record is kept as orphaned and never delivered.
 *
 * @param meterStart reading in Wh
 * @param meterStop reading in Wh
 * @param energyWh {@code meterStop - meterStart}
 * @param reason as OCPP 1.6, 7.36 spells it; {@code Local} when the charger gave none
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
        implements ChargerEvent {}
