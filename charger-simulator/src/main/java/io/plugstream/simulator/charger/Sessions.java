package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Connector.Authorised;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Plugging in and out, authorisation, and charging. */
final class Sessions {

    /** State of charge of an arriving car's battery. */
    private static final double ARRIVAL = 0.2;

    private final Core core;
    private final Meters meters;

    Sessions(Core core, Meters meters) {
        this.core = core;
        this.meters = meters;
    }

    boolean plugIn(int connector) {
        if (core.state().connector(connector).plugged()) {
            return false;
        }
        core.change(connector, past -> past.plugged(true));
        startIfAuthorised(connector);
        core.reportChanges();
        return true;
    }

    boolean unplug(int connector) {
        if (!core.state().connector(connector).plugged()) {
            return false;
        }
        stop(connector, StopReason.EV_DISCONNECTED);
        core.change(connector, past -> past.plugged(false));
        core.reportChanges();
        return true;
    }

    /** Handles a card, which starts a session or stops the driver's own. */
    boolean swipe(int connector, String idTag) {
        var session = core.state().connector(connector).session();
        if (session == null) {
            return identify(connector, idTag, true, null);
        }
        if (!session.idTag().equals(idTag)) {
            return false;
        }
        stop(connector, StopReason.LOCAL);
        return true;
    }

    /** Whether the driver may now start at the connector. */
    boolean isFree(int id, String idTag) {
        var connector = core.state().connector(id);
        var reservation = connector.reservation();
        return connector.operative()
                && connector.errorCode() == null
                && connector.session() == null
                && connector.authorised() == null
                && core.hasRoom()
                && (reservation == null
                        || reservation.idTag().equals(idTag)
                        || idTag.equals(reservation.parentIdTag()));
    }

    /** @param ask whether to ask the central system for authorisation */
    boolean identify(int connector, String idTag, boolean ask, @Nullable Integer remoteStartId) {
        if (!isFree(connector, idTag)) {
            return false;
        }
        if (!core.isRegistered() && isExcluded(idTag)) {
            return false;
        }
        var asked = ask && core.isRegistered();
        var patience = core.configuration().duration(core.state(), Configuration.CONNECTION_TIMEOUT);
        core.change(
                connector,
                past -> past.authorised(new Authorised(idTag, asked, core.now().plus(patience), remoteStartId)));
        core.reportChanges();
        if (asked) {
            core.enqueue(new Message.Identified(connector, idTag));
        } else {
            startIfAuthorised(connector);
        }
        return true;
    }

    /** Handles the central system's answer to an authorisation request. */
    void identified(Message.Identified message, boolean accepted) {
        var who = core.state().connector(message.connectorId()).authorised();
        if (who == null || !who.asked() || !who.idTag().equals(message.idTag())) {
            return;
        }
        if (accepted) {
            core.change(message.connectorId(), past -> past.authorised(who.granted()));
            startIfAuthorised(message.connectorId());
        } else {
            forget(message.connectorId());
        }
        core.reportChanges();
    }

    /** Handles the central system's answer to the start of a session. */
    void started(Message.ChargingStarted message, Confirmation.Started answer) {
        var id = answer.transactionId();
        if (id != null) {
            core.change(past -> past.transaction(message.session(), id));
        }
        if (!answer.accepted()) {
            var session = core.state().connector(message.connectorId()).session();
            if (session != null && session.id().equals(message.session())) {
                stop(message.connectorId(), StopReason.DE_AUTHORIZED);
            }
        }
    }

    /** Forgets a driver who has not plugged a car in. */
    void dismiss(int connector) {
        if (!core.state().connector(connector).plugged()) {
            forget(connector);
            core.reportChanges();
        }
    }

    /** Forgets a driver who does not charge yet, and the profiles of the driver's transaction. */
    void forget(int connector) {
        core.change(connector, past -> past.authorised(null));
        removeTransactionProfiles(connector);
    }

    private void removeTransactionProfiles(int connector) {
        core.change(past -> past.profiles(past.profiles().stream()
                .filter(profile ->
                        profile.purpose() != ChargingProfile.Purpose.TRANSACTION || profile.connectorId() != connector)
                .toList()));
    }

    /** Without a connection, drivers who await an answer may charge, unless the local list excludes them. */
    void decideAlone() {
        for (var connector : core.state().connectors()) {
            var who = connector.authorised();
            if (who == null || !who.asked()) {
                continue;
            }
            if (isExcluded(who.idTag())) {
                forget(connector.id());
            } else {
                core.change(connector.id(), past -> past.authorised(who.granted()));
                startIfAuthorised(connector.id());
            }
        }
    }

    private boolean isExcluded(String idTag) {
        return Boolean.FALSE.equals(core.state().localList().tags().get(idTag));
    }

    private void startIfAuthorised(int id) {
        var connector = core.state().connector(id);
        var who = connector.authorised();
        if (who != null && !who.asked() && connector.plugged() && connector.session() == null) {
            start(connector, who);
        }
    }

    private void start(Connector connector, Authorised who) {
        var reservation = connector.reservation();
        var meterStart = (long) connector.meterWh();
        var session = new Session(
                UUID.randomUUID(),
                who.idTag(),
                core.clockTime(),
                meterStart,
                core.now(),
                connector.meterWh(),
                core.model().car().capacityWh() * ARRIVAL,
                core.model().mostW(),
                meters.nextReading(core.now()),
                1,
                null);
        core.change(connector.id(), past -> past.reserved(null).with(session));
        meters.limit(connector.id());
        core.enqueue(new Message.ChargingStarted(
                session.id(),
                connector.id(),
                who.idTag(),
                meterStart,
                session.startedAt(),
                reservation == null ? null : reservation.id(),
                who.remoteStartId()));
        core.reportChanges();
    }

    boolean stop(int id, StopReason reason) {
        var connector = core.state().connector(id);
        var session = connector.session();
        if (session == null) {
            return false;
        }
        var meter = session.meter(core.model().car(), core.state().time(), core.now());
        core.change(id, past -> past.ended(meter));
        removeTransactionProfiles(id);
        core.enqueue(new Message.ChargingStopped(
                session.id(), session.told(), id, session.idTag(), (long) meter, core.clockTime(), reason));
        core.reportChanges();
        return true;
    }

    void stopAll(StopReason reason) {
        core.state().connectors().forEach(connector -> stop(connector.id(), reason));
    }

    /** Sets a fault, which ends the session. */
    boolean fault(int connector, String errorCode) {
        if (core.state().connector(connector).errorCode() != null) {
            return false;
        }
        core.change(connector, past -> past.faulted(errorCode));
        forget(connector);
        core.reportChanges();
        stop(connector, StopReason.OTHER);
        return true;
    }

    boolean clearFault(int connector) {
        if (core.state().connector(connector).errorCode() == null) {
            return false;
        }
        core.change(connector, past -> past.faulted(null));
        core.reportChanges();
        return true;
    }

    /** Takes due meter readings, lets authorisations and reservations expire, and applies the present limits. */
    void tick() {
        var now = core.now();
        for (var connector : core.state().connectors()) {
            var session = connector.session();
            var who = connector.authorised();
            var reservation = connector.reservation();
            if (session != null) {
                meters.limit(connector.id());
                meters.readIfDue(connector.id(), session);
            } else if (who != null && !who.asked() && !who.until().isAfter(now)) {
                forget(connector.id());
            }
            if (reservation != null && !reservation.until().isAfter(now)) {
                core.change(connector.id(), past -> past.reserved(null));
                core.reportReservationEnd(reservation, true);
            }
        }
        core.reportChanges();
    }

    /** When the next work is due; null if there is none. */
    @Nullable
    Instant nextWake() {
        @Nullable Instant next = null;
        for (var connector : core.state().connectors()) {
            var session = connector.session();
            var who = connector.authorised();
            next = earlier(next, session == null ? null : session.nextReading());
            next = earlier(next, who == null || who.asked() ? null : who.until());
            next = earlier(
                    next,
                    connector.reservation() == null
                            ? null
                            : connector.reservation().until());
        }
        return next;
    }

    static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
