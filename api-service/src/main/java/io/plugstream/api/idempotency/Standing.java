package io.plugstream.api.idempotency;

/** How a request stands to those that came with its key before. */
sealed interface Standing {

    /** It is the first, or the first one's process died before it changed anything. */
    record First(Claim claim) implements Standing {}

    /** The first one still works. */
    record Pending() implements Standing {}

    /** The first one was answered. */
    record Answered(Answer answer) implements Standing {}

    /** The key came with another request. */
    record Different() implements Standing {}

    /** The first one changed something, but its answer is not known. */
    record Lost() implements Standing {}
}
