package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonValue;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger that a gateway did not let in. Nothing of what it gave as proof is here.
 *
 * @param organisationId the organisation that the path names, which may not exist
 * @param chargeBoxId null if the path names none
 * @param mode of the charger; null if no charger is registered by that id
 * @param address where the handshake came from, as failed handshakes are counted: of IPv6 the /64
 */
public record RefusedHandshake(
        UUID id,
        String organisationId,
        @Nullable String chargeBoxId,
        @Nullable Mode mode,
        Reason reason,
        String address,
        Instant refusedAt) {

    /** Leaves the address out, which is personal. */
    @Override
    public String toString() {
        return "RefusedHandshake[" + organisationId + '/' + chargeBoxId + ", " + reason + ']';
    }

    /** Why a handshake was refused. */
    public enum Reason {
        /** The password is wrong, or there is none. */
        WRONG_PASSWORD,
        /** The organisation has no charger by that id. */
        UNKNOWN_ID,
        /** The path does not name an organisation and a charger. */
        WRONG_PATH,
        /** The charger offers no version of OCPP that is spoken here. */
        WRONG_SUBPROTOCOL,
        /** The certificate is another's; or there is none, where passwords are not accepted. */
        TLS,
        /** It failed like the others before it, and its address too often within a minute; it was told to wait. */
        TOO_MANY_ATTEMPTS;

        /** The name in topics and the API, such as {@code wrong_password}. */
        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
