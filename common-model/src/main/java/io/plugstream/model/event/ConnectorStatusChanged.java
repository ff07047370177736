package io.plugstream.model.event;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connector's status changed (OCPP 1.6, 4.9).
 *
 * @param connectorId 0 is the charger as a whole
 * @param status a ChargePointStatus, as OCPP spells it
 * @param errorCode a ChargePointErrorCode, as OCPP spells it
 */
public record ConnectorStatusChanged(
        String chargeBoxId,
        int connectorId,
        String status,
        String errorCode,
        @Nullable String info,
        @Nullable String vendorErrorCode)
        implements ChargerEvent {

    public ConnectorStatusChanged {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(errorCode, "errorCode");
    }
}
