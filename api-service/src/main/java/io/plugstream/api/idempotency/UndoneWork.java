package io.plugstream.api.idempotency;

import org.springframework.stereotype.Component;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Undoes the work of a request and removes its mark in the same transaction, so that the key may do the work again. */
@Component
public class UndoneWork {

    private final TransactionalOperator transactions;
    private final IdempotencyKeys keys;

    UndoneWork(ReactiveTransactionManager transactions, IdempotencyKeys keys) {
        this.transactions = TransactionalOperator.create(transactions);
        this.keys = keys;
    }

    /** Runs {@code undoing}, which emits whether there was still something to undo. */
    public Mono<Boolean> undo(Mono<Boolean> undoing) {
        return transactions.transactional(
                undoing.flatMap(undone -> undone ? unmark().thenReturn(true) : Mono.just(false)));
    }

    private Mono<Void> unmark() {
        return Mono.deferContextual(
                context -> context.hasKey(Claim.class) ? keys.unworked(context.get(Claim.class)) : Mono.empty());
    }
}
