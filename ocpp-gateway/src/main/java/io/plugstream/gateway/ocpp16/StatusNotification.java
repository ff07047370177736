package io.plugstream.gateway.ocpp16;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of a connector, or of the whole charger as connector 0 (OCPP 1.6, 6.47). */
public record StatusNotification(
        int connectorId,
        String status,
        String errorCode,
        @Nullable String info,
        @Nullable String vendorErrorCode,
        @Nullable Instant timestamp)
        implements Request {

    /** ChargePointStatus, 7.7. */
    private static final Set<String> STATUSES = Set.of(
            "Available",
            "Preparing",
            "Charging",
            "SuspendedEVSE",
            "SuspendedEV",
            "Finishing",
            "Reserved",
            "Unavailable",
            "Faulted");

    /** ChargePointErrorCode, 7.6. */
    private static final Set<String> ERROR_CODES = Set.of(
            "ConnectorLockFailure",
            "EVCommunicationError",
            "GroundFailure",
            "HighTemperature",
            "InternalError",
            "LocalListConflict",
            "NoError",
            "OtherError",
            "OverCurrentFailure",
            "OverVoltage",
            "PowerMeterFailure",
            "PowerSwitchFailure",
            "ReaderFailure",
            "ResetFailure",
            "UnderVoltage",
            "WeakSignal");

    static StatusNotification read(Fields fields) {
        StatusNotification notification = new StatusNotification(
                fields.connectorId(),
                fields.oneOf("status", STATUSES),
                fields.oneOf("errorCode", ERROR_CODES),
                fields.optionalText("info", 50),
                fields.optionalText("vendorErrorCode", 50),
                fields.optionalInstant("timestamp"));
        fields.optionalText("vendorId", 255);
        return notification;
    }
}
