package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.NormalisedValues;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The content of one TransactionEvent of OCPP 2. Missing fields are null.
 *
 * @param stationId the station's own id of the transaction
 * @param timestamp by the station's clock
 * @param trigger as OCPP spells it; empty if the station gave none
 * @param idToken empty if it identifies nobody
 * @param remoteStartId the number of the command that started the transaction
 * @param values the sampled values
 */
public record StationEvent(
        Type type,
        String stationId,
        int seqNo,
        Instant timestamp,
        String trigger,
        @Nullable Integer evseId,
        @Nullable String idToken,
        @Nullable String chargingState,
        @Nullable String stoppedReason,
        @Nullable Integer remoteStartId,
        NormalisedValues values) {

    /** The phase of the transaction. */
    public enum Type {
        STARTED,
        UPDATED,
        ENDED
    }

    /** Whether the token belongs to the person who stops the transaction. */
    boolean isStopAuthorised() {
        return trigger.equals("StopAuthorized");
    }

    /** Whether someone may charge from this event on, perhaps again. */
    boolean givesAuthorisation() {
        return idToken != null && (trigger.equals("Authorized") || trigger.equals("RemoteStart"));
    }

    /** Whether the event ends the authorisation to charge. */
    boolean endsAuthorisation() {
        return isStopAuthorised() || trigger.equals("RemoteStop") || trigger.equals("Deauthorized");
    }
}
