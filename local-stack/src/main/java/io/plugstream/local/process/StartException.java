package io.plugstream.local.process;

/** A part of the local stack did not start; the message tells the user which one and why. */
public final class StartException extends RuntimeException {
    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
