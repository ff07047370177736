package io.plugstream.model.command;

import io.plugstream.model.charger.ChargerId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A part of a report that an OCPP 2 station sends after it has answered a command.
 *
 * @param partId the same for a repeated part, if OCPP lets the gateway recognise it
 * @param number of the command
 * @param seqNo counts the parts from 0; null if OCPP does not number them
 * @param last whether the station marked the part as the last
 * @param items the entries, as the station sent them
 */
public record ReportPart(
        UUID partId,
        String organisationId,
        String chargeBoxId,
        int number,
        @Nullable Integer seqNo,
        boolean last,
        Instant receivedAt,
        List<JsonNode> items) {

    public ReportPart {
        items = List.copyOf(items);
    }

    /** The key of this record in its topic. */
    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }

    /** Omits the items, which may be personal data. */
    @Override
    public String toString() {
        return "ReportPart[" + chargerId() + ", " + number + ", " + seqNo + ']';
    }
}
