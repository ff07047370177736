package io.plugstream.gateway.ocpp;

/**
 * A refusal: {@code [4, messageId, errorCode, errorDescription, errorDetails]}. The code is text, as chargers send codes of
 * their own.
 */
public record CallError(String messageId, String errorCode, String description) implements OcppMessage {

    /** Stands for the id of a message whose own could not be read, as OCPP 2.0.1 defines it; 1.6 is silent. */
    public static final String UNKNOWN_ID = "-1";

    public static CallError of(String messageId, ErrorCode code, String description, Dialect dialect) {
        return new CallError(messageId, code.wireName(dialect), description);
    }
}
