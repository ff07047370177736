package io.plugstream.api.quota;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * Estimates the broker's time, which decides the day of a call (ADR 44). It corrects this process's clock by the
 * append times of records: the broker appends a record after it was sent and before it is acknowledged.
 */
@Component
class LogClock {

    private final Clock clock;
    private final AtomicLong ahead = new AtomicLong();

    LogClock(Clock clock) {
        this.clock = clock;
    }

    /** The corrected time in whole milliseconds. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).plusMillis(ahead.get());
    }

    /** This process's own time in milliseconds. */
    long uncorrected() {
        return clock.millis();
    }

    /**
     * Corrects the clock by an append that has just been acknowledged.
     *
     * @param sent {@link #uncorrected} before the record was sent
     * @param at the broker's append time of the record
     */
    void appended(long sent, long at) {
        long least = at - uncorrected();
        long most = at - sent;
        if (ahead.get() < least || ahead.get() > most) {
            ahead.updateAndGet(present -> Math.max(least, Math.min(most, present)));
        }
    }
}
