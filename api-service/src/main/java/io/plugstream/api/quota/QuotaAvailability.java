package io.plugstream.api.quota;

import java.time.Duration;

/**
 * Whether quota-service answers. It is unavailable if calls wait and no decision came for a while; the first decision
 * on a recent call ends the outage. Before, it works off older calls, and a call would wait in vain behind them. Silence
 * is counted in ticks, and a late tick counts once, so a pause of this process does not look like an outage. One thread
 * at a time may change it.
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

    /**
     * Notes a decision.
     *
     * @param recent whether its call is so young that a call that comes now could wait for its own decision
     * @return true if it ended an outage
     */
    boolean decisionReceived(boolean recent) {
        ticks = 0;
        boolean back = unavailable && recent;
        unavailable &= !recent;
        return back;
    }

    /**
     * Counts a tick of silence.
     *
     * @param waiting whether calls wait
     * @return true if an outage began with this tick
     */
    boolean tick(boolean waiting) {
        ticks = waiting ? ticks + 1 : 0;
        return ticks >= silentTicks && becomeUnavailable();
    }

    /** Begins an outage; returns true unless it had begun before. */
    boolean becomeUnavailable() {
        boolean begins = !unavailable;
        unavailable = true;
        return begins;
    }
}
