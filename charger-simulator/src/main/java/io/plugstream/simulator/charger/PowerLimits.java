package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The power that installed profiles allow a connector. The transaction profile with the highest stack level applies, or
 * else such a default profile, but never more than the profile of the whole charger (OCPP 1.6, 3.13.2 and 3.13.3).
 */
final class PowerLimits {

    /** A schedule tells no more of the future; recurring profiles repeat within this time. */
    private static final Duration LONGEST_SCHEDULE = Duration.ofDays(7);

    private final ChargerModel model;

    PowerLimits(ChargerModel model) {
        this.model = model;
    }

    /**
     * The limit at {@code moment}, in W.
     *
     * @param session null for a connector that does not charge
     */
    double at(Instant moment, ChargerState state, int connector, @Nullable Session session) {
        var most = model.mostW();
        var started = session == null ? moment : session.startedAt();
        var own = strongest(state, ChargingProfile.Purpose.TRANSACTION, connector, session, moment, started);
        if (own == null) {
            own = strongest(state, ChargingProfile.Purpose.BY_DEFAULT, connector, session, moment, started);
        }
        var whole = strongest(state, ChargingProfile.Purpose.WHOLE_CHARGER, 0, session, moment, started);
        return Math.min(most, Math.min(watts(own, moment, started), watts(whole, moment, started)));
    }

    /**
     * The limits of a connector from {@code begin} on. The schedule is shorter than asked if it would be longer than a
     * week or have more periods than a schedule may have.
     */
    ChargingProfile.Schedule schedule(Instant begin, ChargerState state, Request.ReadSchedule asked) {
        var session = state.has(asked.connectorId())
                ? state.connector(asked.connectorId()).session()
                : null;
        var length = asked.length().compareTo(LONGEST_SCHEDULE) < 0 ? asked.length() : LONGEST_SCHEDULE;
        var periods = new ArrayList<ChargingProfile.Period>();
        for (var start : changes(begin, state, length, session)) {
            var watts = at(begin.plus(start), state, asked.connectorId(), session);
            var limit = asked.inAmperes() ? Math.round(10 * watts / model.voltage() / model.phases()) / 10.0 : watts;
            if (periods.isEmpty() || periods.getLast().limit() != limit) {
                if (periods.size() == Configuration.MOST_PERIODS) {
                    return new ChargingProfile.Schedule(null, asked.inAmperes(), begin, start, periods);
                }
                periods.add(new ChargingProfile.Period(start, limit, null));
            }
        }
        return new ChargingProfile.Schedule(null, asked.inAmperes(), begin, length, periods);
    }

    /** The times at which a profile's limit may change, in whole seconds from {@code begin}. */
    private static List<Duration> changes(
            Instant begin, ChargerState state, Duration length, @Nullable Session session) {
        var end = begin.plus(length);
        var moments = new TreeSet<Instant>();
        for (var profile : state.profiles()) {
            var schedule = profile.schedule();
            var start = profile.kind() == ChargingProfile.Kind.RELATIVE || schedule.start() == null
                    ? (session == null ? begin : session.startedAt())
                    : schedule.start();
            var step = profile.kind() == ChargingProfile.Kind.RECURRING ? profile.repeats() : null;
            if (step != null && start.isBefore(begin)) {
                start = start.plus(
                        step.multipliedBy(Duration.between(start, begin).dividedBy(step)));
            }
            for (var round = start; round.isBefore(end); round = step == null ? end : round.plus(step)) {
                for (var period : schedule.periods()) {
                    moments.add(round.plus(period.start()));
                }
                if (schedule.length() != null) {
                    moments.add(round.plus(schedule.length()));
                }
            }
            if (profile.from() != null) {
                moments.add(profile.from());
            }
            if (profile.to() != null) {
                moments.add(profile.to());
            }
        }
        moments.add(begin);
        return moments.subSet(begin, end).stream()
                .map(moment ->
                        Duration.ofSeconds(Duration.between(begin, moment).toSeconds()))
                .distinct()
                .toList();
    }

    private static @Nullable ChargingProfile strongest(
            ChargerState state,
            ChargingProfile.Purpose purpose,
            int connector,
            @Nullable Session session,
            Instant moment,
            Instant started) {
        return state.profiles().stream()
                .filter(profile -> profile.purpose() == purpose)
                .filter(profile -> profile.connectorId() == 0 || profile.connectorId() == connector)
                .filter(profile -> purpose != ChargingProfile.Purpose.TRANSACTION
                        || (session != null && isFor(profile, state, session)))
                .filter(profile -> profile.into(moment, started) != null)
                .max(Comparator.comparingInt(ChargingProfile::stackLevel)
                        .thenComparingInt(ChargingProfile::connectorId))
                .orElse(null);
    }

    private static boolean isFor(ChargingProfile profile, ChargerState state, Session session) {
        var transaction = state.transaction(session.id());
        return profile.transaction() == null
                || profile.transaction().equals(session.id().toString())
                || (transaction != null && profile.transaction().equals(transaction.toString()));
    }

    private double watts(@Nullable ChargingProfile profile, Instant moment, Instant started) {
        var into = profile == null ? null : profile.into(moment, started);
        return profile == null || into == null
                ? Double.MAX_VALUE
                : profile.watts(into, model.voltage(), model.phases());
    }
}
