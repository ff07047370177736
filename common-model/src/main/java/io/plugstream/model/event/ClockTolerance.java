package io.plugstream.model.event;

import java.time.Duration;
import java.time.Instant;

/** How far a charger's time may be from ours and still be believed. */
final class ClockTolerance {

    private static final Duration AHEAD = Duration.ofMinutes(5);

    /** Chargers keep what happened while they were offline. */
    private static final Duration BEHIND = Duration.ofDays(7);

    private ClockTolerance() {}

    static boolean isOdd(Instant theirs, Instant ours) {
        return theirs.isAfter(ours.plus(AHEAD)) || theirs.isBefore(ours.minus(BEHIND));
    }
}
