package io.plugstream.gateway.connection;

/** What a charger said is not durable and would be lost if it were refused, so that its socket is to be closed. */
final class NotRecordedException extends Exception {

    private static final long serialVersionUID = 1;

    NotRecordedException() {
        super("a charger's message is not recorded");
    }
}
