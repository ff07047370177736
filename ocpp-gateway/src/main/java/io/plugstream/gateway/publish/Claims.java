package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.util.UUID;

/** Gives new connections their ids and their claims. */
public interface Claims {

    /** An id greater than those of all known connections of {@code charger}. */
    UUID newConnectionId(ChargerId charger);

    /** The claim of a connection of this gateway. */
    Claim open(ChargerId charger, Mode mode, String protocol, UUID connectionId);
}
