package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The last reported state of each of a charger's connectors by connector id. Only changes become events.
 *
 * @param registeredAt of the registration under which they were reported; states of an earlier registration are
 *     ignored; null if the charger was deleted while it connected
 * @param plugs of an OCPP 2 station: its connectors' OCPP 2 statuses by EVSE id and connector id; absent when empty
 * @param transactions of an OCPP 2 station: the transaction by EVSE id that sent an event since the EVSE was last free;
 *     absent when empty
 * @param connectionId of the connection that reported them; null in records written before this field existed
 */
public record ConnectorStates(
        Map<Integer, State> connectors,
        @Nullable Instant registeredAt,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Map<Integer, String>> plugs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Integer> transactions,
        @Nullable UUID connectionId) {

    /** More connectors than any charger has. States of further ones are published but not stored. */
    public static final int MOST = 256;

    public ConnectorStates {
        connectors = Map.copyOf(connectors);
        plugs = Map.copyOf(Objects.requireNonNullElse(plugs, Map.of()));
        transactions = Map.copyOf(Objects.requireNonNullElse(transactions, Map.of()));
    }

    /** States of an OCPP 1.6 charger from before the connection was stored. */
    public ConnectorStates(Map<Integer, State> connectors, @Nullable Instant registeredAt) {
        this(connectors, registeredAt, Map.of(), Map.of(), null);
    }

    /** The valid record when {@code next} follows {@code present}. A record of an earlier connection arrived late. */
    public static ConnectorStates following(ConnectorStates present, ConnectorStates next) {
        return present.connectionId != null
                        && next.connectionId != null
                        && HeldConnection.compare(next.connectionId, present.connectionId) < 0
                ? present
                : next;
    }

    /** The fields by which two StatusNotifications are compared. */
    public record State(
            String status, String errorCode, @Nullable String vendorErrorCode) {}
}
