package io.plugstream.model.event;

import java.util.Objects;

/** A charger's connection ended; {@code reason} is a short word for why, such as {@code closed} or {@code replaced}. */
public record ChargerDisconnected(String chargeBoxId, String reason) implements ChargerEvent {

    public ChargerDisconnected {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
        Objects.requireNonNull(reason, "reason");
    }
}
