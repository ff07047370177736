package io.plugstream.sandbox.charger;

/** The result of an order. */
public enum OrderResult {
    /** The charger carried it out. */
    DONE,
    /** The charger's state did not allow it. */
    IMPOSSIBLE,
    /** The charger failed unexpectedly. */
    FAILED,
    /** It arrived too late. */
    LATE,
    /** It was already carried out, by this owner of the shard or an earlier one. */
    REPEATED,
    /** The charger does not exist or is not simulated. */
    UNKNOWN,
    /** The maximum number of chargers is awake on this instance. */
    FULL
}
