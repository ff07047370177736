package io.plugstream.base.secret;

/** A secret cannot be opened: it is not sealed, its key is not configured, it belongs to another owner, or it was tampered with. */
public final class UnreadableSecretException extends RuntimeException {

    UnreadableSecretException(String message) {
        super(message);
    }
}
