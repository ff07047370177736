package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.dispensable;
import static io.plugstream.gateway.payload.Shape.freeText;
import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;
import static io.plugstream.gateway.payload.ValidPayload.text;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.connector.ConnectorStatus;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Limits;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Words;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

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

    static final Shape PAYLOAD = object(
            required("errorCode", word(Deviation.UNKNOWN_ERROR_CODE, ERROR_CODES)),
            optional("vendorErrorCode", freeText(50)),
            required("connectorId", whole(0, Integer.MAX_VALUE)),
            required("status", word(STATUSES)),
            optional("info", freeText(50)),
            dispensable("timestamp", new Shape.Time()),
            optional("vendorId", freeText(255)));

    static StatusNotification read(ObjectNode payload) {
        String errorCode = payload.path("errorCode").stringValue();
        String vendorErrorCode = text(payload, "vendorErrorCode");
        boolean known = ERROR_CODES.contains(errorCode);
        return new StatusNotification(new ConnectorStatus(
                payload.path("connectorId").intValue(),
                payload.path("status").stringValue(),
                known ? errorCode : OTHER_ERROR,
                text(payload, "info"),
                known ? vendorErrorCode : vendorErrorCode(errorCode, vendorErrorCode),
                time(payload, "timestamp")));
    }

    /** The unknown error code, followed by the vendor error code that the charger sent, as far as there is room. */
    private static String vendorErrorCode(String word, @Nullable String given) {
        if (given == null || given.isBlank() || given.equals(word)) {
            return word;
        }
        String both = word + ": " + given;
        return both.codePointCount(0, both.length()) <= Limits.TOLERATED_TEXT
                ? both
                : both.substring(0, both.offsetByCodePoints(0, Limits.TOLERATED_TEXT));
    }
}
