package io.plugstream.gateway.ocpp16;

import io.plugstream.model.event.ChargerNotification;
import java.time.Instant;
import java.util.Optional;

/** A request that says something which is kept, but is none of the seven events. */
public sealed interface Notification extends Request
        permits DataTransfer,
                DiagnosticsStatusNotification,
                FirmwareStatusNotification,
                LogStatusNotification,
                SecurityEventNotification,
                SignCertificate,
                SignedFirmwareStatusNotification {

    /** What is kept of it. */
    ChargerNotification content();

    /** When it happened by the charger's clock, if the message tells. */
    default Optional<Instant> occurredAt() {
        return Optional.empty();
    }

    /** What it is answered with, once it is kept. */
    default Response answer() {
        return new Response.Noted();
    }
}
