package io.plugstream.base.kafka;

/** A record's key or value cannot be parsed as the table's type. */
final class UnreadableRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableRecordException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
