package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

class AuditTest {

    private static final Caller ADA = new Caller("acme", Tier.FREE, Mode.LIVE, Caller.Credential.SESSION, "ada", false);

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private Mono<Void> commit = Mono.empty();

    @BeforeEach
    void listen() {
        lines.start();
        logger().addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger().detachAppender(lines);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(Audit.class);
    }

    @Test
    void aCommittedChangeIsLogged() {
        run(Audit.note(ADA, "Charger registered", "CP-1"));

        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getMessage()).isEqualTo("Charger registered");
            assertThat(line.getKeyValuePairs().toString())
                    .contains("organisation=\"acme\"", "id=\"CP-1\"", "credential=\"SESSION\"", "by=\"ada\"");
        });
    }

    @Test
    void aChangeThatIsUndoneIsNotLogged() {
        run(Audit.note(ADA, "Charger registered", "CP-1").then(Mono.error(new IllegalStateException("later fault"))));

        assertThat(lines.list).isEmpty();
    }

    @Test
    void aChangeWhoseCommitFailsIsNotLogged() {
        commit = Mono.error(new IllegalStateException("no database"));
        run(Audit.note(ADA, "Charger registered", "CP-1"));

        assertThat(lines.list).isEmpty();
    }

    private void run(Mono<Void> change) {
        TransactionalOperator.create(new Transactions())
                .transactional(change)
                .onErrorComplete()
                .block();
    }

    /** Begins transactions that end as the test wants. */
    private final class Transactions extends AbstractReactiveTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction(TransactionSynchronizationManager synchronisations) {
            return "transaction";
        }

        @Override
        protected Mono<Void> doBegin(
                TransactionSynchronizationManager synchronisations,
                Object transaction,
                TransactionDefinition definition) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> doCommit(
                TransactionSynchronizationManager synchronisations, GenericReactiveTransaction status) {
            return commit;
        }

        @Override
        protected Mono<Void> doRollback(
                TransactionSynchronizationManager synchronisations, GenericReactiveTransaction status) {
            return Mono.empty();
        }
    }
}
