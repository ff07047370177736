package io.plugstream.api.quota;

/** Whether a call may proceed. */
sealed interface Admission {

    RateLimit rateLimit();

    /** The call proceeds. */
    record Admitted(RateLimit rateLimit) implements Admission {}

    /** The allowance is used up. */
    record Refused(RateLimit rateLimit) implements Admission {}

    /** No decision came in time, or Kafka did not accept the call, so it is not admitted. */
    record Undecided(RateLimit rateLimit) implements Admission {}
}
