package io.plugstream.api.quota;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * The time by the log, which decides the day of a call (ADR 0044): this process's clock, corrected as far as an append
 * proved it wrong. A record is appended after it was sent and before that is acknowledged.
 */
@Component
class LogClock {

    private final Clock clock;
    private final AtomicLong ahead = new AtomicLong();

    LogClock(Clock clock) {
        this.clock = clock;
    }

    /** In whole milliseconds, as the log has it. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).plusMillis(ahead.get());
    }

    /** What this process's own clock says, in milliseconds. */
    long uncorrected() {
        return clock.millis();
    }

    /**
     * Takes in an append that has just been acknowledged.
     *
     * @param sent {@link #uncorrected} before it was sent
     * @param at the time that the broker gave it
     */
    void appended(long sent, long at) {
        long least = at - uncorrected();
        long most = at - sent;
        if (ahead.get() < least || ahead.get() > most) {
            ahead.updateAndGet(present -> Math.max(least, Math.min(most, present)));
        }
    }
}
