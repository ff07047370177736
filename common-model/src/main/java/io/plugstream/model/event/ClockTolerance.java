package io.plugstream.model.event;

import java.time.Duration;
import java.time.Instant;

/** How far a charger's clock may differ from ours before its timestamps are ignored. */
public final class ClockTolerance {

    private static final Duration AHEAD = Duration.ofMinutes(5);

    /** Chargers send later what happened while they were offline. */
    private static final Duration BEHIND = Duration.ofDays(7);

    private ClockTolerance() {}

    /**
     * Whether a time by a charger's clock is ignored.
     *
     * @param ours when it arrived, by our clock
     */
    public static boolean isOdd(Instant theirs, Instant ours) {
        return theirs.isAfter(ours.plus(AHEAD)) || isStale(theirs, ours);
    }

    /** Whether {@code theirs} is so old that their clock probably stands or begins anew without power. */
    public static boolean isStale(Instant theirs, Instant ours) {
        return theirs.isBefore(ours.minus(BEHIND));
    }
}
