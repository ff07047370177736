package io.plugstream.api.idempotency;

/** What a request finds when it claims its Idempotency-Key. */
sealed interface ClaimResult {

    /** It is the first, or the first one's process died before it changed anything. */
    record First(Claim claim) implements ClaimResult {}

    /** The first one still works. */
    record Pending() implements ClaimResult {}

    /** The first one was answered. */
    record Answered(Answer answer) implements ClaimResult {}

    /** The key came with another request. */
    record Different() implements ClaimResult {}

    /** The first one changed something, but its answer is not known. */
    record Lost() implements ClaimResult {}
}
