package io.plugstream.gateway.handshake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How many new connections a second are let in while others wait, and so when those should come again that are told to
 * come later. Times are those of {@link System#nanoTime()}. Safe for use by many threads.
 */
final class AdmissionPace {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Those who come too soon, again and again, take one place after the other: they must not send others far away. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final double expected;
    private double perSecond;
    private boolean isMeasuring;
    private long began;
    private int count;
    private long lastPlace = System.nanoTime();

    /** @param expected how many a second, more than 0, until it has been measured */
    AdmissionPace(double expected) {
        this.expected = expected;
        this.perSecond = expected;
    }

    /** One more was let in. It says something about the pace only if others wait. */
    synchronized void letIn(long now, boolean othersWait) {
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

    /** How many are let in within {@code time}. */
    synchronized double within(Duration time) {
        return perSecond * time.toNanos() / NANOS;
    }

    /**
     * When the next of those should come that are told to come later: one after the other at the pace of the admission, or
     * at the expected one, if it is slower just now, as it is for seconds after a start.
     *
     * @param soonest when the first of them should; nobody is told to come after more than a minute
     */
    synchronized Duration nextPlace(long now, Duration soonest) {
        long first = now + soonest.toNanos();
        long last = now + LONGEST.toNanos();
        long next = (lastPlace - first > 0 ? lastPlace : first) + (long) (NANOS / Math.max(perSecond, expected));
        lastPlace = next - last > 0 ? last : next;
        return Duration.ofNanos(lastPlace - now);
    }
}
