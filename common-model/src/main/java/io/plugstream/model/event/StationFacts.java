package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Facts that only OCPP 2 stations send with an event. Webhooks do not receive them.
 *
 * @param transactionId the station's own id of the transaction
 * @param remoteStartId the number of the command that started the transaction
 * @param plugs the connectors of the EVSE whose status the event reports
 */
public record StationFacts(
        @Nullable String transactionId,
        @Nullable Integer remoteStartId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Plug> plugs) {

    public StationFacts {
        plugs = List.copyOf(Objects.requireNonNullElse(plugs, List.of()));
    }

    /** A connector of an EVSE and its status as OCPP 1.6 spells it. */
    public record Plug(int connectorId, String status) {

        public Plug {
            Objects.requireNonNull(status, "status");
        }
    }

    /** Facts of a transaction. */
    public static StationFacts ofTransaction(String transactionId, @Nullable Integer remoteStartId) {
        return new StationFacts(transactionId, remoteStartId, List.of());
    }

    /** Facts of an EVSE. */
    public static StationFacts ofPlugs(List<Plug> plugs) {
        return new StationFacts(null, null, plugs);
    }
}
