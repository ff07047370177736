package io.plugstream.simulator.charger;

/**
 * A variable monitor of a central system (OCPP 2.0.1, part 2, N04).
 *
 * @param key the watched value, by the charger's key
 * @param duringTransaction whether it is active only during a transaction
 * @param value the threshold, the minimum change, or the interval in seconds
 * @param severity from 0 (danger) to 9 (debugging)
 */
public record Monitor(int id, String key, boolean duringTransaction, double value, Kind kind, int severity) {

    /** When a monitor triggers. */
    public enum Kind {
        UPPER_THRESHOLD,
        LOWER_THRESHOLD,
        DELTA,
        PERIODIC,
        PERIODIC_CLOCK_ALIGNED
    }
}
