package io.plugstream.api.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A command as the API shows it. Unknown fields are null.
 *
 * @param answered whether the charger itself answered
 * @param response the payload of the charger's CALLRESULT, or its translation to OCPP 1.6
 * @param stationResponse the original payload of an OCPP 2 station, if {@code response} is a translation
 * @param transactionId for RemoteStartTransaction: the transaction that the charger started because of it
 * @param completedAt when it ended, by the clock of the gateway or API replica that noticed
 * @param expiresAt later answers are ignored
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
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
        Instant expiresAt) {

    /** The command's address in the API. */
    URI location() {
        return URI.create("/api/v1/commands/" + id);
    }
}
