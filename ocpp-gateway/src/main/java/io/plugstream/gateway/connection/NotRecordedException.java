package io.plugstream.gateway.connection;

/**
 * A message is not durable, and the charger would discard it after a CALLERROR, so the socket must be closed instead.
 */
final class NotRecordedException extends Exception {

    private static final long serialVersionUID = 1;

    NotRecordedException() {
        super("a charger's message is not recorded");
    }
}
