package io.plugstream.simulator.fleet;

import java.time.Duration;

/** The pauses between attempts to connect, each about twice as long as the one before. For one thread at a time. */
final class ConnectPauses {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 5;

    private final Fleet fleet;
    private int failures;

    ConnectPauses(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Up to a fifth longer by chance, so that chargers do not come back all at once. */
    Duration next() {
        var pause = FIRST.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        return pause.plus(pause.multipliedBy(fleet.random(100)).dividedBy(500));
    }

    /** The next pause is the first one again. */
    void reset() {
        failures = 0;
    }
}
