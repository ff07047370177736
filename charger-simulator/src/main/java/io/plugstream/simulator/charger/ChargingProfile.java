package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit of power over time that a central system has installed (OCPP 1.6, 3.13).
 *
 * @param connectorId 0 for the whole charger
 * @param transaction what the central system calls the only transaction that it is for
 * @param repeats for a recurring profile
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

    /** What it limits. */
    public enum Purpose {
        WHOLE_CHARGER,
        BY_DEFAULT,
        TRANSACTION,
        /** Somebody else's than the central system's; this charger has none. */
        EXTERNAL
    }

    /** From when its periods count. */
    public enum Kind {
        ABSOLUTE,
        RECURRING,
        RELATIVE
    }

    /**
     * Limits and when they begin.
     *
     * @param id null where the protocol has none
     * @param start null where the kind says from when it counts
     * @param length null for one that does not end
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
     * A limit until the next one.
     *
     * @param start from the beginning of the schedule
     * @param limit in A of each phase or in W of all
     */
    public record Period(
            Duration start, double limit, @Nullable Integer phases) {}

    ChargingProfile on(int connector) {
        return new ChargingProfile(id, connector, stackLevel, purpose, kind, repeats, from, to, transaction, schedule);
    }

    /** How far into its schedule {@code moment} is; null while it limits nothing. */
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

    /** The limit of the period that it is in, in W. */
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
