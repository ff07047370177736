package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Meter values of a charging session (OCPP 1.6, 4.7).
 *
 * @param transactionId null if the charger sent the values without a transaction; such a record is never delivered
 * @param connectorId 0 is the charger as a whole, or a connector that is unknown because the transaction is
 * @param rawValues values that are signed or not numbers; only in records that are not delivered; absent when empty
 */
public record TransactionUpdated(
        @Nullable Integer transactionId,
        String chargeBoxId,
        int connectorId,
        List<MeterValue> meterValues,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RawMeterValue> rawValues)
        implements ChargerEvent {

    public TransactionUpdated {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
        meterValues = List.copyOf(meterValues);
        rawValues = List.copyOf(Objects.requireNonNullElse(rawValues, List.of()));
    }

    public TransactionUpdated(
            @Nullable Integer transactionId, String chargeBoxId, int connectorId, List<MeterValue> meterValues) {
        this(transactionId, chargeBoxId, connectorId, meterValues, List.of());
    }
}
