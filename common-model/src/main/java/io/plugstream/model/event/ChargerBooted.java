package io.plugstream.model.event;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A charger sent its BootNotification (OCPP 1.6, 4.2). */
public record ChargerBooted(
        String chargeBoxId,
        String vendor,
        String model,
        @Nullable String serialNumber,
        @Nullable String firmwareVersion)
        implements ChargerEvent {

    public ChargerBooted {
        Objects.requireNonNull(chargeBoxId, "chargeBoxId");
        Objects.requireNonNull(vendor, "vendor");
        Objects.requireNonNull(model, "model");
    }
}
