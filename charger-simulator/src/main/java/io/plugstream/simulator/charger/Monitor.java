package io.plugstream.simulator.charger;

/**
 * A watch that a central system keeps on something of the charger (OCPP 2.0.1, part 2, N04).
 *
 * @param key what is watched, as the charger calls it
 * @param duringTransaction whether it watches only while a transaction runs
 * @param value the threshold, the change that matters, or the seconds between messages
 * @param severity from 0, danger, to 9, of interest to developers
 */
public record Monitor(int id, String key, boolean duringTransaction, double value, Kind kind, int severity) {

    /** When it has something to say. */
    public enum Kind {
        UPPER_THRESHOLD,
        LOWER_THRESHOLD,
        DELTA,
        PERIODIC,
        PERIODIC_CLOCK_ALIGNED
    }
}
