package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import java.util.Map;

/**
 * A charger as the API lists it.
 *
 * @param status {@code online} or {@code offline}
 * @param connectors the states of its connectors, in the terms of OCPP 1.6
 */
public record ListedCharger(ChargerId charger, String status, Map<Integer, String> connectors) {

    public ListedCharger {
        connectors = Map.copyOf(connectors);
    }
}
