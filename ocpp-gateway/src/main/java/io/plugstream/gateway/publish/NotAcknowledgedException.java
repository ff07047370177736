package io.plugstream.gateway.publish;

/**
 * A message is not recorded now, so the charger has to send it again. Usually Kafka did not acknowledge in time, and it
 * is unknown whether it has the record.
 */
public final class NotAcknowledgedException extends Exception {

    public NotAcknowledgedException(String message, Throwable cause) {
        super(message, cause);
    }

    public NotAcknowledgedException(String message) {
        super(message);
    }

    /** Also interrupts the thread again. */
    public static NotAcknowledgedException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new NotAcknowledgedException("interrupted", cause);
    }
}
