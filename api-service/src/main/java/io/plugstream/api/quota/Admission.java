package io.plugstream.api.quota;

/** What becomes of a call. */
sealed interface Admission {

    RateLimit rateLimit();

    /** It goes on. */
    record Admitted(RateLimit rateLimit) implements Admission {}

    /** The allowance is used up. */
    record Refused(RateLimit rateLimit) implements Admission {}

    /** Nobody could say in time, or the log did not take it; so it is not admitted. */
    record Undecided(RateLimit rateLimit) implements Admission {}
}
