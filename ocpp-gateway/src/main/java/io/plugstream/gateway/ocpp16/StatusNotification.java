package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.connector.ConnectorStatus;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Words;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of a connector, or of the whole charger as connector 0 (OCPP 1.6, 6.47). */
public record StatusNotification(ConnectorStatus status) implements Request {

    /** ChargePointStatus, 7.7. */
    private static final Set<String> STATUSES =
            Words.of("Available Preparing Charging SuspendedEVSE SuspendedEV Finishing Reserved Unavailable Faulted");

    /** ChargePointErrorCode, 7.6. */
    private static final Set<String> ERROR_CODES = Words.of("""
            ConnectorLockFailure EVCommunicationError GroundFailure HighTemperature InternalError LocalListConflict
            NoError OtherError OverCurrentFailure OverVoltage PowerMeterFailure PowerSwitchFailure ReaderFailure
            ResetFailure UnderVoltage WeakSignal
            """);

    private static final String OTHER_ERROR = "OtherError";

    static StatusNotification read(Fields fields) {
        String errorCode = fields.word("errorCode", ERROR_CODES, Deviation.UNKNOWN_ERROR_CODE);
        String vendorErrorCode = fields.optionalFreeText("vendorErrorCode", 50);
        boolean known = ERROR_CODES.contains(errorCode);
        ConnectorStatus status = new ConnectorStatus(
                fields.notNegative("connectorId"),
                fields.oneOf("status", STATUSES),
                known ? errorCode : OTHER_ERROR,
                fields.optionalFreeText("info", 50),
                known ? vendorErrorCode : vendorErrorCode(errorCode, vendorErrorCode),
                fields.optionalMessageTime("timestamp"));
        fields.optionalFreeText("vendorId", 255);
        return new StatusNotification(status);
    }

    /** The unknown error code, followed by the vendor error code that the charger sent. */
    private static String vendorErrorCode(String word, @Nullable String given) {
        return given == null || given.isBlank() || given.equals(word) ? word : word + ": " + given;
    }
}
