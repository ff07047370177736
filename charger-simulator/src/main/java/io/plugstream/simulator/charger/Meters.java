package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The meters of the connectors: their readings, and the power that charging profiles allow. */
final class Meters {

    private static final Duration LONGEST_DELAY = Duration.ofHours(1);
    private static final double PERCENT = 100;

    private final Core core;

    Meters(Core core) {
        this.core = core;
    }

    /** Reschedules readings after their interval has changed. */
    void reschedule() {
        core.state().connectors().stream()
                .filter(connector -> connector.session() != null)
                .forEach(connector -> readNext(connector.id(), nextReading(core.now())));
    }

    private void readNext(int connector, @Nullable Instant next) {
        core.change(connector, past -> past.changed(session -> session.readAt(next)));
    }

    /** When the reading after {@code last} is due; null if none is to be taken. */
    @Nullable
    Instant nextReading(Instant last) {
        var interval = core.configuration().duration(core.state(), Configuration.SAMPLE);
        if (interval.isZero()) {
            return null;
        }
        var next = last.plus(core.state().time().lasting(interval, core.now()));
        return next.isBefore(core.now()) ? core.now().plus(interval) : next;
    }

    /** Takes the session's next reading if it is due; one that is more than an hour late restarts the intervals. */
    void readIfDue(int connector, Session session) {
        var now = core.now();
        var next = session.nextReading();
        if (next != null && !next.isAfter(now)) {
            read(connector, false);
            readNext(connector, nextReading(next.plus(LONGEST_DELAY).isAfter(now) ? next : now));
        }
    }

    /** Reads a meter, as part of the session if there is one. */
    void read(int id, boolean triggered) {
        var session = core.state().connector(id).session();
        reportReading(id, session, triggered);
        if (session != null) {
            core.change(id, past -> past.changed(Session::countMessage));
        }
    }

    /** Reads a meter on request of the central system. */
    void readMeter(int id) {
        if (core.hasTransactionEvents()) {
            reportReading(id, null, true);
        } else {
            read(id, true);
        }
    }

    private void reportReading(int id, @Nullable Session session, boolean triggered) {
        core.enqueue(new Message.MeterRead(
                session == null ? null : session.id(),
                session == null ? 0 : session.told(),
                id,
                core.clockTime(),
                reading(id),
                core.configuration().measurands(core.state()),
                triggered));
    }

    /** The present reading of a connector's meter. */
    MeterReading reading(int id) {
        var connector = core.state().connector(id);
        var session = connector.session();
        var model = core.model();
        if (session == null) {
            return new MeterReading(connector.meterWh(), 0, 0, model.voltage(), 0);
        }
        var time = core.state().time();
        var meter = session.meter(model.car(), time, core.now());
        var power = session.power(model.car(), time, core.now());
        var charge = session.chargeWh() + meter - session.meterWh();
        return new MeterReading(
                meter,
                power,
                power / model.voltage() / model.phases(),
                model.voltage(),
                PERCENT * charge / model.car().capacityWh());
    }

    /** Applies the limit that the profiles now set. */
    void limit(int id) {
        var session = core.state().connector(id).session();
        if (session == null) {
            return;
        }
        var watts = core.limits().at(core.clockTime(), core.state(), id, session);
        if (watts != session.limitW()) {
            var time = core.state().time();
            core.change(
                    id, past -> past.with(session.limited(watts, core.model().car(), time, core.now())));
        }
    }
}
