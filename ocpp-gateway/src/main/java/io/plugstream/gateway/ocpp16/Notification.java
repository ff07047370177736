package io.plugstream.gateway.ocpp16;

import io.plugstream.model.event.ChargerNotification;
import java.time.Instant;
import java.util.Optional;

/** A request whose content is stored, but is none of the seven events. */
public sealed interface Notification extends Request
        permits DataTransfer,
                DiagnosticsStatusNotification,
                FirmwareStatusNotification,
                LogStatusNotification,
                SecurityEventNotification,
                SignCertificate,
                SignedFirmwareStatusNotification {

    /** The content to store. */
    ChargerNotification content();

    /** When it happened by the charger's clock, if the message has a time. */
    default Optional<Instant> occurredAt() {
        return Optional.empty();
    }

    /** The response that is sent after the content is stored. */
    default Response answer() {
        return new Response.Noted();
    }
}
