package io.plugstream.api.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A command as the API shows it; null is what is not known yet.
 *
 * @param answered whether the charger itself answered
 * @param response the payload of the charger's CALLRESULT, or what it is in the words of OCPP 1.6
 * @param stationResponse the payload as a station of OCPP 2 sent it, if {@code response} is a translation
 * @param transactionId of a RemoteStartTransaction: the transaction that the charger began because of it
 * @param completedAt when it ended, by the clock of whoever saw it end
 * @param expiresAt the end of its life; an answer after it counts no more
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
    "id",
    "chargeBoxId",
    "action",
    "status",
    "response",
    "stationResponse",
    "error",
    "transactionId",
    "createdAt",
    "sentAt",
    "completedAt",
    "expiresAt"
})
record Command(
        UUID id,
        String chargeBoxId,
        String action,
        CommandStatus status,
        @JsonIgnore boolean answered,
        @Nullable JsonNode response,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode stationResponse,
        @Nullable CommandError error,
        @Nullable Integer transactionId,
        Instant createdAt,
        @Nullable Instant sentAt,
        @Nullable Instant completedAt,
        Instant expiresAt) {}
