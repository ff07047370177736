package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.ValidPayload.integer;
import static io.plugstream.gateway.payload.ValidPayload.text;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.connector.ConnectorStatus;
import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.payload.Limits;
import io.plugstream.gateway.transaction.TransactionStart;
import io.plugstream.gateway.transaction.TransactionStop;
import io.plugstream.model.event.ChargerBooted;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads valid payloads. */
final class Messages {

    private Messages() {}

    /** The serial number is that of the charge point, or else of the charge box, which is the older term. */
    static ChargerBooted boot(String chargeBoxId, JsonNode payload) {
        String chargePointSerial = text(payload, "chargePointSerialNumber");
        return new ChargerBooted(
                chargeBoxId,
                payload.path("chargePointVendor").stringValue(),
                payload.path("chargePointModel").stringValue(),
                chargePointSerial == null ? text(payload, "chargeBoxSerialNumber") : chargePointSerial,
                text(payload, "firmwareVersion"));
    }

    static ConnectorStatus status(JsonNode payload) {
        String errorCode = payload.path("errorCode").stringValue();
        String vendorErrorCode = text(payload, "vendorErrorCode");
        boolean known = Schemas.ERROR_CODES.contains(errorCode);
        return new ConnectorStatus(
                payload.path("connectorId").intValue(),
                payload.path("status").stringValue(),
                known ? errorCode : "OtherError",
                text(payload, "info"),
                known ? vendorErrorCode : vendorErrorCode(errorCode, vendorErrorCode),
                time(payload, "timestamp"));
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

    static TransactionStart start(JsonNode payload) {
        return new TransactionStart(
                payload.path("connectorId").intValue(),
                payload.path("idTag").stringValue(),
                payload.path("meterStart").longValue(),
                time(payload, "timestamp"));
    }

    static TransactionStop stop(JsonNode payload) {
        return new TransactionStop(
                payload.path("transactionId").intValue(),
                text(payload, "idTag"),
                null,
                payload.path("meterStop").longValue(),
                time(payload, "timestamp"),
                stopReason(payload),
                Samples.of(payload.path("transactionData")));
    }

    /** {@code Local} if the charger sent none, {@code Other} for a tolerated word that OCPP does not define. */
    private static String stopReason(JsonNode payload) {
        String reason = payload.path("reason").stringValue("Local");
        return Schemas.STOP_REASONS.contains(reason) ? reason : "Other";
    }

    static MeterReadings meterValues(JsonNode payload) {
        return new MeterReadings(
                payload.path("connectorId").intValue(),
                integer(payload, "transactionId"),
                Samples.of(payload.path("meterValue")));
    }
}
