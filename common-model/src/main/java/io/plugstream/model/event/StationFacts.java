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
 * @param meter the meter of the running transaction; only with readings of its energy
 */
public record StationFacts(
        @Nullable String transactionId,
        @Nullable Integer remoteStartId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Plug> plugs,
        @Nullable Meter meter) {

    public StationFacts {
        plugs = List.copyOf(Objects.requireNonNullElse(plugs, List.of()));
    }

    /** A connector of an EVSE and its status as OCPP 1.6 spells it. */
    public record Plug(int connectorId, String status) {

        public Plug {
            Objects.requireNonNull(status, "status");
        }
    }

    /** The registers that determine a transaction's energy, in Wh: at its begin, or else first seen, and now. */
    public record Meter(long startWh, long latestWh) {}

    public static StationFacts ofTransaction(String transactionId, @Nullable Integer remoteStartId) {
        return new StationFacts(transactionId, remoteStartId, List.of(), null);
    }

    public static StationFacts ofPlugs(List<Plug> plugs) {
        return new StationFacts(null, null, plugs, null);
    }

    public static StationFacts ofMeter(Meter meter) {
        return new StationFacts(null, null, List.of(), meter);
    }
}
