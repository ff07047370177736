package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger with valid credentials.
 *
 * @param registration the one that the credentials were checked against, with the password that the charger used
 * @param passwordCommand the command that set this password, if the charger was not known to use it yet
 */
public record AuthenticatedCharger(
        ChargerId id,
        ChargerRegistration registration,
        @Nullable UUID passwordCommand) {

    /** The name of the WebSocket session's attribute that holds it. */
    public static final String ATTRIBUTE = AuthenticatedCharger.class.getName();
}
