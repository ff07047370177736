package io.plugstream.base.secret;

/** A secret cannot be opened: it is not sealed, its key is not configured, its owner is another, or it was altered. */
public final class UnreadableSecretException extends RuntimeException {

    UnreadableSecretException(String message) {
        super(message);
    }
}
