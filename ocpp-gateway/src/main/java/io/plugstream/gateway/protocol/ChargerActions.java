package io.plugstream.gateway.protocol;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import java.util.Optional;

/** The actions that a charger may request over one connection. Not thread-safe. */
public interface ChargerActions {

    /** The action with this name, if chargers may request it in this OCPP version. */
    Optional<ChargerAction> named(String action);

    /** The error code for an action that chargers may not request. */
    ErrorCode refusal(String action);

    /** Does work that becomes due as time passes. Called repeatedly. */
    default void settle() throws NotAcknowledgedException {}
}
