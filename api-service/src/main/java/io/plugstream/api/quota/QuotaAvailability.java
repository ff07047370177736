package io.plugstream.api.quota;

import java.time.Duration;

/**
 * Whether quota-service answers. It is unavailable if calls wait and no decision came for a while; any decision ends
 * the outage. Silence is counted in ticks, and a late tick counts once, so a pause of this process does not look like
 * an outage.
 */
final class QuotaAvailability {

    /** How often {@link #tick} is called. */
    static final Duration TICK = Duration.ofMillis(25);

    private final long silentTicks;
    private long ticks;
    private volatile boolean unavailable;

    QuotaAvailability(Duration silence) {
        this.silentTicks = Math.ceilDiv(silence.toMillis(), TICK.toMillis());
    }

    boolean isUnavailable() {
        return unavailable;
    }

    /** Notes a decision for any call; true if it ended an outage. */
    synchronized boolean decisionReceived() {
        ticks = 0;
        boolean back = unavailable;
        unavailable = false;
        return back;
    }

    /**
     * Counts a tick of silence.
     *
     * @param waiting whether calls wait
     * @return true if an outage began with this tick
     */
    synchronized boolean tick(boolean waiting) {
        ticks = waiting ? ticks + 1 : 0;
        boolean begins = !unavailable && ticks >= silentTicks;
        unavailable |= begins;
        return begins;
    }
}
