package io.plugstream.model.charger;

import io.plugstream.model.json.WireName;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger's handshake that a gateway refused. It holds none of the charger's credentials.
 *
 * @param organisationId the organisation in the path, which may not exist
 * @param chargeBoxId null if the path has none
 * @param mode of the charger; null if no charger has this id
 * @param address the client address by which failed handshakes are counted; for IPv6 the /64 prefix
 */
public record RefusedHandshake(
        UUID id,
        String organisationId,
        @Nullable String chargeBoxId,
        @Nullable Mode mode,
        Reason reason,
        String address,
        Instant refusedAt) {

    /** Omits the address, which is personal data. */
    @Override
    public String toString() {
        return "RefusedHandshake[" + organisationId + '/' + chargeBoxId + ", " + reason + ']';
    }

    /** Why a handshake was refused. */
    public enum Reason implements WireName {
        /** The password is wrong, or there is none. */
        WRONG_PASSWORD,
        /** The organisation has no charger with that id. */
        UNKNOWN_ID,
        /** The path does not name an organisation and a charger. */
        WRONG_PATH,
        /** The charger offers no supported OCPP version. */
        WRONG_SUBPROTOCOL,
        /** The certificate belongs to another charger, or is missing where passwords are not accepted. */
        TLS,
        /** The handshake failed, and its address exceeded the limit of failures per minute. */
        TOO_MANY_ATTEMPTS
    }
}
