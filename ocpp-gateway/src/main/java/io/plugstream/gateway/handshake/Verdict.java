package io.plugstream.gateway.handshake;

/** The answer to a handshake. */
sealed interface Verdict {

    record Welcome(AuthenticatedCharger charger) implements Verdict {}

    /** The path names no charger. */
    record Nameless() implements Verdict {}

    /** No such charger. */
    record Unknown() implements Verdict {}

    /** No password, or the wrong one. */
    record Unauthorised() implements Verdict {}

    /** A certificate for another charger, or no certificate where passwords are not accepted. */
    record Forbidden() implements Verdict {}

    /** The registrations are still being read, or the gateway stops or is overloaded. */
    record Unavailable() implements Verdict {}
}
