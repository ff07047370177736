package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.payload.ValidPayload.integer;
import static io.plugstream.gateway.payload.ValidPayload.text;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.transaction.StationEvent;
import io.plugstream.model.event.ChargerBooted;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads valid payloads. */
final class Messages {

    private Messages() {}

    static ChargerBooted boot(String chargeBoxId, JsonNode payload) {
        JsonNode station = payload.path("chargingStation");
        return new ChargerBooted(
                chargeBoxId,
                station.path("vendorName").stringValue(),
                station.path("model").stringValue(),
                text(station, "serialNumber"),
                text(station, "firmwareVersion"));
    }

    /**
     * Reads a TransactionEvent.
     *
     * @param now its time if the station sent no readable one
     */
    static StationEvent transactionEvent(JsonNode payload, Instant now) {
        JsonNode transaction = payload.path("transactionInfo");
        return new StationEvent(
                switch (payload.path("eventType").stringValue()) {
                    case "Started" -> StationEvent.Type.STARTED;
                    case "Ended" -> StationEvent.Type.ENDED;
                    default -> StationEvent.Type.UPDATED;
                },
                transaction.path("transactionId").stringValue(),
                payload.path("seqNo").asInt(),
                Objects.requireNonNullElse(time(payload, "timestamp"), now),
                payload.path("triggerReason").stringValue(""),
                evseId(payload),
                text(payload.path("idToken"), "idToken"),
                text(transaction, "chargingState"),
                stoppedReason(transaction),
                integer(transaction, "remoteStartId"),
                Samples.of(payload.path("meterValue")));
    }

    /** As in OCPP 1.6, a reason that the standard does not define is another one. */
    private static @Nullable String stoppedReason(JsonNode transaction) {
        String reason = text(transaction, "stoppedReason");
        return reason == null || Schemas.STOP_REASONS.contains(reason) ? reason : "Other";
    }

    /** EVSE 0 is the station, which has no car. */
    private static @Nullable Integer evseId(JsonNode payload) {
        int id = payload.path("evse").path("id").asInt(0);
        return id == 0 ? null : Integer.valueOf(id);
    }
}
