package io.plugstream.model.charger;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last reported state of each connector of a charger, by connector id, so that only changes become events.
 *
 * @param registeredAt of the registration under which they were reported: those of an earlier one count no more; null in
 *     records of older writers
 */
public record ConnectorStates(
        Map<Integer, State> connectors, @Nullable Instant registeredAt) {

    public ConnectorStates {
        connectors = Map.copyOf(connectors);
    }

    /** What makes two StatusNotifications the same. */
    public record State(
            String status, String errorCode, @Nullable String vendorErrorCode) {}
}
