package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;

/** A charger with valid credentials, and the registration they were checked against. */
public record AuthenticatedCharger(ChargerId id, ChargerRegistration registration) {

    /** The name of the WebSocket session's attribute that holds it. */
    public static final String ATTRIBUTE = AuthenticatedCharger.class.getName();
}
