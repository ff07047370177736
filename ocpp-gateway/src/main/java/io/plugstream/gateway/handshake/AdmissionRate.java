package io.plugstream.gateway.handshake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Measures how many new connections per second are admitted while others wait, and spreads the retries of refused
 * chargers at that rate. Times are those of {@link System#nanoTime()}. Thread-safe.
 */
final class AdmissionRate {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A charger that retries too early gets a later time each time. This limit bounds how long others then wait. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final double expected;
    private double perSecond;
    private boolean isMeasuring;
    private long began;
    private int count;
    private long lastRetry = System.nanoTime();

    /** @param expected the expected rate per second, more than 0, used until a rate is measured */
    AdmissionRate(double expected) {
        this.expected = expected;
        this.perSecond = expected;
    }

    /** Counts an admitted connection. The rate is measured only while others wait. */
    synchronized void countAdmission(long now, boolean othersWait) {
        if (!othersWait) {
            isMeasuring = false;
        } else if (!isMeasuring) {
            isMeasuring = true;
            begin(now);
        } else {
            count++;
            if (now - began >= NANOS) {
                perSecond = (perSecond + count * NANOS / (now - began)) / 2;
                begin(now);
            }
        }
    }

    private void begin(long now) {
        began = now;
        count = 0;
    }

    /** How many connections are admitted within {@code time}. */
    synchronized double within(Duration time) {
        return perSecond * time.toNanos() / NANOS;
    }

    /**
     * How long the next refused charger should wait. Retries are spread at the measured rate, or at the expected rate
     * if the measured one is lower, as in the first seconds after a start.
     *
     * @param soonest the shortest wait; the longest is a minute
     */
    synchronized Duration nextRetryAfter(long now, Duration soonest) {
        long first = now + soonest.toNanos();
        long last = now + LONGEST.toNanos();
        long next = (lastRetry - first > 0 ? lastRetry : first) + (long) (NANOS / Math.max(perSecond, expected));
        lastRetry = next - last > 0 ? last : next;
        return Duration.ofNanos(lastRetry - now);
    }
}
