package io.plugstream.sandbox.charger;

/** What becomes of an order. */
public enum OrderFate {
    /** It was done. */
    DONE,
    /** The charger could not do it just then. */
    IMPOSSIBLE,
    /** It came too late. */
    LATE,
    /** It was done before, by this owner of the shard or another. */
    REPEATED,
    /** There is no such charger, or it is not simulated. */
    UNKNOWN,
    /** No more chargers can be awake on this instance. */
    FULL
}
