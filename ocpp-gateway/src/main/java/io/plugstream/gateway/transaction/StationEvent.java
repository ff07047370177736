package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.NormalisedValues;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one TransactionEvent of OCPP 2 tells. Fields that it left out are null.
 *
 * @param stationId the station's own id of the transaction
 * @param timestamp by the station's clock
 * @param trigger as OCPP spells it
 * @param idToken empty for nobody
 * @param remoteStartId the number of the command that began the transaction
 * @param values what it sampled
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

    /** What becomes of the transaction. */
    public enum Type {
        STARTED,
        UPDATED,
        ENDED
    }

    /** Whether the token is that of who stops. */
    boolean isStopAuthorised() {
        return trigger.equals("StopAuthorized");
    }

    /** Whether nobody may charge any more. */
    boolean endsAuthorisation() {
        return isStopAuthorised() || trigger.equals("RemoteStop") || trigger.equals("Deauthorized");
    }
}
