package io.plugstream.model.event;

import java.util.Objects;

/** A charger connected over WebSocket. */
public record ChargerConnected(String chargeBoxId) implements ChargerEvent {

    public ChargerConnected {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
    }
}
