package io.plugstream.api.idempotency;

/** The result of claiming an Idempotency-Key. */
sealed interface ClaimResult {

    /** The request is the first, or the process of the first crashed before it changed anything. */
    record First(Claim claim) implements ClaimResult {}

    /** The first request is still in progress. */
    record Pending() implements ClaimResult {}

    /** The first request has its response. */
    record Answered(CompleteResponse response) implements ClaimResult {}

    /** The key was used with a different request. */
    record Different() implements ClaimResult {}

    /** The first request changed something, or may have, but its response is unknown. */
    record Lost() implements ClaimResult {}
}
