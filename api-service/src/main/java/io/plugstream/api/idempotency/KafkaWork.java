package io.plugstream.api.idempotency;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.log.AcknowledgedLog;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Work that is only a record in Kafka, so no transaction of the database marks it as done. */
@Component
public class KafkaWork {

    private final IdempotencyKeys keys;

    KafkaWork(IdempotencyKeys keys) {
        this.keys = keys;
    }

    /**
     * Appends a record at most once for each Idempotency-Key: marks the key first, and removes the mark if Kafka
     * refused the record for certain.
     */
    public Mono<Void> once(Mono<Void> append) {
        return Mono.deferContextual(
                context -> context.hasKey(Claim.class) ? once(context.get(Claim.class), append) : append);
    }

    private Mono<Void> once(Claim claim, Mono<Void> append) {
        return keys.worked(claim)
                .timeout(DatabaseTimeouts.LOOKUP)
                .then(append.onErrorResume(
                        failure -> !AcknowledgedLog.mayBeWritten(failure),
                        failure -> keys.unworked(claim)
                                .timeout(DatabaseTimeouts.LOOKUP)
                                .then(Mono.error(failure))));
    }
}
