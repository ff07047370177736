package io.plugstream.model.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Meter values of a charging session (OCPP 1.6, 4.7).
 *
 * @param transactionId null when the charger sent the values without a transaction; such a record is never delivered
 */
public record TransactionUpdated(
        @Nullable Integer transactionId, String chargeBoxId, int connectorId, List<MeterValue> meterValues)
        implements ChargerEvent {

    public TransactionUpdated {
        meterValues = List.copyOf(meterValues);
    }
}
