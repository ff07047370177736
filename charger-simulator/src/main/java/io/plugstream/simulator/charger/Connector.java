package io.plugstream.simulator.charger;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a charger remembers of a connector.
 *
 * @param operative whether it may begin to charge
 * @param next what becomes of {@code operative} when charging ends; null changes nothing
 * @param plugged whether a car is connected
 * @param finished whether that car has been charged
 * @param errorCode of a fault; null when there is none
 * @param meterWh the meter when the last session ended
 * @param authorised who may charge as soon as a car is connected
 * @param session what is being charged
 */
record Connector(
        int id,
        boolean operative,
        @Nullable Boolean next,
        boolean plugged,
        boolean finished,
        @Nullable String errorCode,
        double meterWh,
        @Nullable Authorised authorised,
        @Nullable Session session,
        @Nullable Reservation reservation) {

    /**
     * Somebody who may charge, or has asked whether they may.
     *
     * @param asked whether the central system's answer is still awaited
     * @param until by when a car has to be connected
     * @param remoteStartId of the request for it; null if there was none, or it had no number
     */
    record Authorised(
            String idTag,
            boolean asked,
            Instant until,
            @Nullable Integer remoteStartId) {

        /** They may charge. */
        Authorised granted() {
            return new Authorised(idTag, false, until, remoteStartId);
        }
    }

    /** A connector kept for somebody (OCPP 1.6, 5.13). */
    record Reservation(int id, String idTag, @Nullable String parentIdTag, Instant until) {}

    static Connector idle(int id) {
        return new Connector(id, true, null, false, false, null, 0, null, null, null);
    }

    Connector operative(boolean now, @Nullable Boolean later) {
        return new Connector(id, now, later, plugged, finished, errorCode, meterWh, authorised, session, reservation);
    }

    Connector plugged(boolean in) {
        return new Connector(
                id, operative, next, in, finished && in, errorCode, meterWh, authorised, session, reservation);
    }

    Connector faulted(@Nullable String error) {
        return new Connector(id, operative, next, plugged, finished, error, meterWh, authorised, session, reservation);
    }

    Connector authorised(@Nullable Authorised who) {
        return new Connector(id, operative, next, plugged, finished, errorCode, meterWh, who, session, reservation);
    }

    Connector reserved(@Nullable Reservation kept) {
        return new Connector(id, operative, next, plugged, finished, errorCode, meterWh, authorised, session, kept);
    }

    /** The same session goes on otherwise. */
    Connector changed(UnaryOperator<Session> change) {
        return session == null ? this : with(change.apply(session));
    }

    Connector with(Session running) {
        return new Connector(id, operative, next, plugged, false, errorCode, meterWh, null, running, reservation);
    }

    /** The session is over. */
    Connector ended(double meter) {
        return new Connector(
                id, next == null ? operative : next, null, plugged, plugged, errorCode, meter, null, null, reservation);
    }
}
