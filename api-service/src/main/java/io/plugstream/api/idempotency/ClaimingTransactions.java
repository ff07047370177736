package io.plugstream.api.idempotency;

import org.springframework.transaction.reactive.TransactionCallback;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Transactions of a request that holds a {@link Claim} also note that its work is done. Work and note are committed
 * together or not at all, so that a process that dies leaves no doubt whether the work may be done again.
 */
final class ClaimingTransactions implements TransactionalOperator {

    private final TransactionalOperator transactions;
    private final IdempotencyKeys keys;

    ClaimingTransactions(TransactionalOperator transactions, IdempotencyKeys keys) {
        this.transactions = transactions;
        this.keys = keys;
    }

    @Override
    public <T> Flux<T> execute(TransactionCallback<T> action) {
        return transactions.execute(
                status -> Flux.from(action.doInTransaction(status)).concatWith(note()));
    }

    private <T> Mono<T> note() {
        return Mono.deferContextual(context -> context.hasKey(Claim.class)
                ? keys.worked(context.get(Claim.class)).then(Mono.empty())
                : Mono.empty());
    }

    @Override
    public <T> Mono<T> transactional(Mono<T> mono) {
        // Not through execute: the note must come after the value and before the commit.
        return transactions.transactional(
                mono.flatMap(value -> this.<T>note().thenReturn(value)).switchIfEmpty(note()));
    }
}
