package io.plugstream.api.quota;

import java.time.Duration;

/**
 * Whether quota-service is there. It is away when calls wait and nothing at all came back for a while; any decision
 * brings it back. Silence is counted in ticks of which a late one counts like one in time, so that a pause of this
 * process is not taken for the other's absence.
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

    /** A decision came, of whatever call; true if that ended an absence. */
    synchronized boolean heard() {
        ticks = 0;
        boolean back = away;
        away = false;
        return back;
    }

    /**
     * Time passes.
     *
     * @param waiting whether calls wait
     * @return true if this moment began an absence
     */
    synchronized boolean tick(boolean waiting) {
        ticks = waiting ? ticks + 1 : 0;
        boolean begins = !away && ticks >= silentTicks;
        away |= begins;
        return begins;
    }
}
