package io.plugstream.simulator.fleet;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The pauses between connection attempts, each about twice as long as the last. Not thread-safe. */
final class ConnectPauses {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 5;

    private int failures;

    /** Randomly up to a fifth longer, so that chargers do not all reconnect at once. */
    Duration next() {
        var pause = FIRST.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        return pause.plus(
                pause.multipliedBy(ThreadLocalRandom.current().nextInt(100)).dividedBy(500));
    }

    /** Starts again with the shortest pause. */
    void reset() {
        failures = 0;
    }
}
