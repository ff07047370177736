package io.plugstream.api.idempotency;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.reactive.TransactionalOperator;

@Configuration(proxyBeanMethods = false)
class IdempotencyConfiguration {

    /** The operator that all features use. */
    @Bean
    TransactionalOperator transactionalOperator(ReactiveTransactionManager transactions, IdempotencyKeys keys) {
        return new ClaimingTransactions(TransactionalOperator.create(transactions), keys);
    }
}
