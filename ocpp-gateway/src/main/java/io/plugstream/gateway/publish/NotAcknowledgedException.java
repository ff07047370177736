package io.plugstream.gateway.publish;

/** Kafka did not acknowledge in time. Whether it took the record is not known. */
public final class NotAcknowledgedException extends Exception {

    public NotAcknowledgedException(String message, Throwable cause) {
        super(message, cause);
    }

    public NotAcknowledgedException(String message) {
        super(message);
    }
}
