package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last reported state of each connector of a charger, by connector id, so that only changes become events.
 *
 * @param registeredAt of the registration under which they were reported: those of an earlier one count no more; null if
 *     the charger was deleted while it connected
 * @param plugs of stations of OCPP 2: what they said of each connector, by EVSE and connector, in their own words; absent when
 *     empty
 */
public record ConnectorStates(
        Map<Integer, State> connectors,
        @Nullable Instant registeredAt,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Map<Integer, String>> plugs) {

    public ConnectorStates {
        connectors = Map.copyOf(connectors);
        plugs = Map.copyOf(Objects.requireNonNullElse(plugs, Map.of()));
    }

    /** Of a charger of OCPP 1.6. */
    public ConnectorStates(Map<Integer, State> connectors, @Nullable Instant registeredAt) {
        this(connectors, registeredAt, Map.of());
    }

    /** What makes two StatusNotifications the same. */
    public record State(
            String status, String errorCode, @Nullable String vendorErrorCode) {}
}
