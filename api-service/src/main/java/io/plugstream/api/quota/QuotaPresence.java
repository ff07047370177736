package io.plugstream.api.quota;

import java.time.Duration;

/**
 * Whether quota-service answers. It is away if calls wait and no decision came for a while; any decision ends the
 * absence. Silence is counted in ticks, and a late tick counts once, so a pause of this process does not look like an
 * absence.
 */
final class QuotaPresence {

    /** How often {@link #tick} is called. */
    static final Duration TICK = Duration.ofMillis(25);

    private final long silentTicks;
    private long ticks;
    private volatile boolean away;

    QuotaPresence(Duration silence) {
        this.silentTicks = Math.ceilDiv(silence.toMillis(), TICK.toMillis());
    }

    boolean isAway() {
        return away;
    }

    /** Notes a decision for any call; true if it ended an absence. */
    synchronized boolean heard() {
        ticks = 0;
        boolean back = away;
        away = false;
        return back;
    }

    /**
     * Counts a tick of silence.
     *
     * @param waiting whether calls wait
     * @return true if an absence began with this tick
     */
    synchronized boolean tick(boolean waiting) {
        ticks = waiting ? ticks + 1 : 0;
        boolean begins = !away && ticks >= silentTicks;
        away |= begins;
        return begins;
    }
}
