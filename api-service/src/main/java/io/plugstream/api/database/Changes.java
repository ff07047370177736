package io.plugstream.api.database;

import java.util.concurrent.TimeoutException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Runs the changes that clients wait for, each in a transaction and within {@link DatabaseTimeouts#REQUEST}. */
@Component
public final class Changes {

    private final TransactionalOperator transaction;

    Changes(TransactionalOperator transaction) {
        this.transaction = transaction;
    }

    /**
     * Runs a change in one transaction. Fails with {@link TimeoutException} if it takes too long; unless its commit has
     * begun, it is then rolled back.
     */
    public <T> Mono<T> run(Mono<T> change) {
        return change.as(transaction::transactional).timeout(DatabaseTimeouts.REQUEST);
    }
}
