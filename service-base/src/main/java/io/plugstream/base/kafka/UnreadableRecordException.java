package io.plugstream.base.kafka;

/** A record of a table's topic has another key or value than the table holds. */
final class UnreadableRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableRecordException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
