package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.model.event.ChargerNotification;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event that is relevant to the charger's security (OCPP 1.6 security whitepaper). */
public record SecurityEventNotification(
        String type, Instant timestamp, @Nullable String techInfo) implements Notification {

    static SecurityEventNotification read(Fields fields) {
        return new SecurityEventNotification(
                fields.freeText("type", 50), fields.instant("timestamp"), fields.optionalFreeText("techInfo", 255));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.SecurityEvent(type, techInfo);
    }

    @Override
    public Optional<Instant> occurredAt() {
        return Optional.of(timestamp);
    }
}
