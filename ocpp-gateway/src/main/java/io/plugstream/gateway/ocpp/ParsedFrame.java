package io.plugstream.gateway.ocpp;

/** The result of parsing a text frame. */
public sealed interface ParsedFrame {

    /** A valid message. */
    record Understood(OcppMessage message) implements ParsedFrame {}

    /** Not a valid message; it is answered with a CALLERROR. */
    record Refused(String messageId, ErrorCode code, String why) implements ParsedFrame {}

    /** A message of an unknown type, which is ignored (OCPP-J 1.6, section 4.1.3) or answered with an error (2.0.1). */
    record OfUnknownType(String messageId) implements ParsedFrame {}

    /** A malformed CALLRESULT or CALLERROR. */
    record UnreadableAnswer(String messageId) implements ParsedFrame {}

    /** A frame that cannot be answered. */
    record Ignored() implements ParsedFrame {}
}
