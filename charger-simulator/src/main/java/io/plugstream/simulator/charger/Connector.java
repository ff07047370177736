package io.plugstream.simulator.charger;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The state of a connector.
 *
 * @param operative whether it may start charging
 * @param next the value of {@code operative} after the session; null if it does not change
 * @param plugged whether a car is plugged in
 * @param finished whether that car has been charged
 * @param errorCode of a fault; null if there is none
 * @param meterWh the meter reading at the end of the last session
 * @param authorised who may charge as soon as a car is plugged in
 * @param session the running session
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
     * A driver who may charge or has asked to charge.
     *
     * @param asked whether the central system's answer is outstanding
     * @param until when the authorisation expires unless a car is plugged in
     * @param remoteStartId of the remote start request; null if there was none or it had no number
     */
    record Authorised(
            String idTag,
            boolean asked,
            Instant until,
            @Nullable Integer remoteStartId) {

        /** The same driver, allowed to charge. */
        Authorised granted() {
            return new Authorised(idTag, false, until, remoteStartId);
        }
    }

    /** A reservation of the connector (OCPP 1.6, 5.13). */
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

    /** The same connector with a changed session. */
    Connector changed(UnaryOperator<Session> change) {
        return session == null ? this : with(change.apply(session));
    }

    Connector with(Session running) {
        return new Connector(id, operative, next, plugged, false, errorCode, meterWh, null, running, reservation);
    }

    /** The connector after the end of its session. */
    Connector ended(double meter) {
        return new Connector(
                id, next == null ? operative : next, null, plugged, plugged, errorCode, meter, null, null, reservation);
    }
}
