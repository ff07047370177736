package io.plugstream.gateway.ocpp;

/**
 * An error: {@code [4, messageId, errorCode, errorDescription, errorDetails]}. The code is text, because chargers also
 * send non-standard codes.
 */
public record CallError(String messageId, String errorCode, String description) implements OcppMessage {

    /** The id in answers to messages with an unreadable id, as defined by OCPP 2.0.1. OCPP 1.6 defines none. */
    public static final String UNKNOWN_ID = "-1";

    public static CallError of(String messageId, ErrorCode code, String description, Dialect dialect) {
        return new CallError(messageId, code.wireName(dialect), description);
    }
}
