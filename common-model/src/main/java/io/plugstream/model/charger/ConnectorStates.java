package io.plugstream.model.charger;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last reported state of each connector of a charger, by connector id, so that only changes become events. */
public record ConnectorStates(Map<Integer, State> connectors) {

    public ConnectorStates {
        connectors = Map.copyOf(connectors);
    }

    /** What makes two StatusNotifications the same. */
    public record State(
            String status, String errorCode, @Nullable String vendorErrorCode) {}
}
