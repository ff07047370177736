package io.plugstream.gateway.publish;

/** Kafka did not acknowledge in time. It is unknown whether it has the record. */
public final class NotAcknowledgedException extends Exception {

    public NotAcknowledgedException(String message, Throwable cause) {
        super(message, cause);
    }

    public NotAcknowledgedException(String message) {
        super(message);
    }
}
