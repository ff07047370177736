package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A charger as the API shows it. Unknown fields are null.
 *
 * @param status {@code online} or {@code offline}
 * @param lastSeen when its newest event was received, by the server's clock
 * @param connectionUrl the address that the charger connects to; absent in lists
 * @param evses absent in lists
 * @param deviations absent in lists and if empty
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Charger(
        String chargeBoxId,
        @Nullable String name,
        String status,
        @Nullable Instant lastSeen,
        @Nullable String vendor,
        @Nullable String model,
        @Nullable String serialNumber,
        @Nullable String firmwareVersion,
        @Nullable String protocol,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String connectionUrl,
        List<Connector> connectors,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Evse> evses,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        List<Deviation> deviations,

        Instant createdAt) {

    Charger {
        connectors = List.copyOf(connectors);
        evses = evses == null ? null : List.copyOf(evses);
        deviations = deviations == null ? null : List.copyOf(deviations);
    }

    /** The same charger with these connectors, and with their EVSEs unless it is in a list. */
    Charger with(List<StoredConnector> stored) {
        return new Charger(
                chargeBoxId,
                name,
                status,
                lastSeen,
                vendor,
                model,
                serialNumber,
                firmwareVersion,
                protocol,
                connectionUrl,
                stored.stream().map(StoredConnector::connector).toList(),
                evses == null
                        ? null
                        : stored.stream()
                                .filter(StoredConnector::isEvse)
                                .map(StoredConnector::evse)
                                .toList(),
                deviations,
                createdAt);
    }
}
