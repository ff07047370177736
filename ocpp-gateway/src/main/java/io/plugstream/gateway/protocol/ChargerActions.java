package io.plugstream.gateway.protocol;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import java.util.Optional;

/** What a charger may ask for over one connection. Not safe for use by several threads at once. */
public interface ChargerActions {

    /** The action of that name, if this version of OCPP has it for chargers. */
    Optional<ChargerAction> named(String action);

    /** Why an action is refused that is none of these. */
    ErrorCode refusal(String action);

    /** Does what only time decides; called now and then. */
    default void settle() throws NotAcknowledgedException {}
}
