package io.plugstream.gateway.ocpp;

/** One OCPP-J message (OCPP-J 1.6, section 4.2). */
public sealed interface OcppMessage permits Call, CallResult, CallError {

    /** Pairs an answer with its CALL. */
    String messageId();
}
