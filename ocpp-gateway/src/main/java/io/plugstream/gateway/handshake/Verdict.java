package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.RefusedHandshake.Reason;
import org.springframework.http.HttpStatus;

/** The answer to a handshake. */
sealed interface Verdict {

    record Welcome(AuthenticatedCharger charger) implements Verdict {}

    /** A failure of the charger, which counts against its address. */
    record Refused(HttpStatus status, Reason reason) implements Verdict {}

    /** The registrations are still being read, or the gateway stops or is overloaded. */
    record Unavailable() implements Verdict {}
}
