package io.plugstream.api.database;

import io.plugstream.api.http.ContentionException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Runs the changes that clients wait for, each in a transaction and within {@link DatabaseTimeouts#REQUEST}. An
 * organisation's changes take turns before they take a connection, so that no organisation can hold all connections
 * (ADR 105).
 */
@Component
public final class Changes {

    private final TransactionalOperator transaction;
    private final Duration limit;
    private final Duration longestWait;
    private final Duration longestRollback;
    private final Turns turns = new Turns();

    @Autowired
    Changes(TransactionalOperator transaction) {
        this(transaction, DatabaseTimeouts.REQUEST);
    }

    /** @param limit how long a change may take, including its wait */
    Changes(TransactionalOperator transaction, Duration limit) {
        this.transaction = transaction;
        this.limit = limit;
        // A change that begins has time for a statement. Otherwise a long line would only begin what must end at once.
        this.longestWait = limit.dividedBy(2);
        // A rollback waits for the statement before it, which PostgreSQL or SilenceWatch ends within this time.
        this.longestRollback = limit.dividedBy(2);
    }

    /**
     * Runs a change that belongs to no organisation, or is an operator's. Fails with {@link TimeoutException} if it
     * takes too long; unless its commit has begun, it is then rolled back.
     */
    public <T> Mono<T> run(Mono<T> change) {
        return change.as(transaction::transactional).timeout(limit);
    }

    /**
     * Runs a change of an organisation when its turn has come. A replica runs {@value Turns#AT_A_TIME} of them at a
     * time. Also fails with {@link ContentionException} if the change waits too long for others; nothing was then
     * changed.
     */
    public <T> Mono<T> run(String organisationId, Mono<T> change) {
        return Mono.defer(() -> {
            Turns.Turn turn = turns.take(organisationId);
            return turn.come()
                    .timeout(longestWait, Mono.error(this::waitedTooLong))
                    .then(change.as(transaction::transactional))
                    .doOnTerminate(turn::end)
                    .doOnCancel(() -> cancelled(turn))
                    .timeout(limit);
        });
    }

    private ContentionException waitedTooLong() {
        return new ContentionException("a change waited behind others of its organisation for " + longestWait);
    }

    /** A cancelled change holds its connection until it is rolled back, so its turn lasts longer. */
    private void cancelled(Turns.Turn turn) {
        if (turn.hasCome()) {
            var _ = Schedulers.parallel().schedule(turn::end, longestRollback.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            turn.end();
        }
    }
}
