package io.plugstream.gateway.ocpp;

/** What became of a text frame. */
public sealed interface Reading {

    /** A message to act upon. */
    record Understood(OcppMessage message) implements Reading {}

    /** Not a message; the charger is told so. */
    record Refused(String messageId, ErrorCode code, String why) implements Reading {}

    /** A message of a type that OCPP-J does not know; it says to ignore it (1.6, section 4.1.3), or to say so (2.0.1). */
    record OfUnknownType(String messageId) implements Reading {}

    /** Nothing that can be answered. */
    record Ignored(String why) implements Reading {}
}
