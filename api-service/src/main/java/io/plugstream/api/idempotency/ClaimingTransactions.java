package io.plugstream.api.idempotency;

import org.springframework.stereotype.Component;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.reactive.TransactionCallback;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The operator that all features use. Marks the work of a request that holds a {@link Claim} as done, within the same
 * transaction. Both are committed together or not at all, so that after a crash it is certain whether the work may be
 * repeated.
 */
@Component
final class ClaimingTransactions implements TransactionalOperator {

    private final TransactionalOperator transactions;
    private final IdempotencyKeys keys;

    ClaimingTransactions(ReactiveTransactionManager transactions, IdempotencyKeys keys) {
        this.transactions = TransactionalOperator.create(transactions);
        this.keys = keys;
    }

    @Override
    public <T> Flux<T> execute(TransactionCallback<T> action) {
        return transactions.execute(
                status -> Flux.from(action.doInTransaction(status)).concatWith(markWorked()));
    }

    private <T> Mono<T> markWorked() {
        return Mono.deferContextual(context -> context.hasKey(Claim.class)
                ? keys.worked(context.get(Claim.class)).then(Mono.empty())
                : Mono.empty());
    }

    @Override
    public <T> Mono<T> transactional(Mono<T> mono) {
        // Does not use execute, because the mark must follow the value and precede the commit.
        return transactions.transactional(
                mono.flatMap(value -> this.<T>markWorked().thenReturn(value)).switchIfEmpty(markWorked()));
    }
}
