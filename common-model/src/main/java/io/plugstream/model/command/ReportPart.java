package io.plugstream.model.command;

import io.plugstream.model.charger.ChargerId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A part of what a station of OCPP 2 reports because of a command, after it has answered that.
 *
 * @param partId the same when the station sends the part again, if OCPP lets that be known
 * @param number of the command
 * @param seqNo counts the parts from 0; null where OCPP does not number them
 * @param last whether the station says that no other part follows
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

    /** Leaves the items out, which may be personal. */
    @Override
    public String toString() {
        return "ReportPart[" + chargerId() + ", " + number + ", " + seqNo + ']';
    }
}
