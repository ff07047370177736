package io.plugstream.gateway.ocpp;

/** What became of a text frame. */
public sealed interface Reading {

    /** A message to act upon. */
    record Understood(OcppMessage message) implements Reading {}

    /** Not a message; the charger is told so. */
    record Refused(CallError answer) implements Reading {}

    /** A message of a type that OCPP-J does not know, which it says to ignore (1.6, section 4.1.3). */
    record Ignored(String why) implements Reading {}
}
