package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What only stations of OCPP 2 tell with an event, and no receiver of events gets.
 *
 * @param transactionId the station's own id of the transaction
 * @param remoteStartId the number of the command that began the transaction
 * @param plugs the connectors of the EVSE whose status the event tells
 */
public record StationFacts(
        @Nullable String transactionId,
        @Nullable Integer remoteStartId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Plug> plugs) {

    public StationFacts {
        plugs = List.copyOf(Objects.requireNonNullElse(plugs, List.of()));
    }

    /** A connector of an EVSE and its status in the words of OCPP 1.6. */
    public record Plug(int connectorId, String status) {}

    /** Of a transaction. */
    public static StationFacts ofTransaction(String transactionId, @Nullable Integer remoteStartId) {
        return new StationFacts(transactionId, remoteStartId, List.of());
    }

    /** Of an EVSE. */
    public static StationFacts ofPlugs(List<Plug> plugs) {
        return new StationFacts(null, null, plugs);
    }
}
