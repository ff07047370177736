package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A charging profile installed by a central system (OCPP 1.6, 3.13).
 *
 * @param connectorId 0 for the whole charger
 * @param transaction the central system's id of the only transaction that it applies to
 * @param repeats the period of a recurring profile
 */
public record ChargingProfile(
        int id,
        int connectorId,
        int stackLevel,
        Purpose purpose,
        Kind kind,
        @Nullable Duration repeats,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String transaction,
        Schedule schedule) {

    /** What a profile limits. */
    public enum Purpose {
        WHOLE_CHARGER,
        BY_DEFAULT,
        TRANSACTION,
        /** Set by another system than the central system; this charger has none. */
        EXTERNAL
    }

    /** From when a profile's periods count. */
    public enum Kind {
        ABSOLUTE,
        RECURRING,
        RELATIVE
    }

    /**
     * Limits and their start times.
     *
     * @param id null if the protocol has none
     * @param start null if the profile's kind determines the start
     * @param length null for an unlimited duration
     */
    public record Schedule(
            @Nullable Integer id,
            boolean inAmperes,
            @Nullable Instant start,
            @Nullable Duration length,
            List<Period> periods) {

        public Schedule {
            periods = List.copyOf(periods);
        }
    }

    /**
     * A limit that applies until the next period.
     *
     * @param start relative to the start of the schedule
     * @param limit in A per phase, or in W in total
     */
    public record Period(
            Duration start, double limit, @Nullable Integer phases) {}

    ChargingProfile on(int connector) {
        return new ChargingProfile(id, connector, stackLevel, purpose, kind, repeats, from, to, transaction, schedule);
    }

    /** How far {@code moment} is into the schedule; null if the profile does not apply then. */
    @Nullable
    Duration into(Instant moment, @Nullable Instant started) {
        if ((from != null && moment.isBefore(from)) || (to != null && !moment.isBefore(to))) {
            return null;
        }
        var begin = kind == Kind.RELATIVE || schedule.start() == null ? started : schedule.start();
        if (begin == null || moment.isBefore(begin)) {
            return null;
        }
        var passed = Duration.between(begin, moment);
        if (kind == Kind.RECURRING && repeats != null) {
            passed = passed.minus(repeats.multipliedBy(passed.dividedBy(repeats)));
        }
        return schedule.length() == null || passed.compareTo(schedule.length()) < 0 ? passed : null;
    }

    /** The limit at that time of the schedule, in W. */
    double watts(Duration into, double voltage, int usualPhases) {
        var period = schedule.periods().stream()
                .filter(one -> one.start().compareTo(into) <= 0)
                .reduce((_, later) -> later);
        return period.map(present -> schedule.inAmperes()
                        ? present.limit()
                                * voltage
                                * (present.phases() == null ? usualPhases : Math.min(present.phases(), usualPhases))
                        : present.limit())
                .orElse(Double.MAX_VALUE);
    }
}
