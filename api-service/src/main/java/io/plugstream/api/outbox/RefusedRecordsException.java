package io.plugstream.api.outbox;

/** Kafka refuses records because of their topic or size, or their partition takes none at present. */
final class RefusedRecordsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedRecordsException(Throwable refusal) {
        super(refusal.toString(), refusal);
    }
}
