package io.plugstream.api.database;

import io.plugstream.api.http.ContentionException;
import io.plugstream.api.http.Turns;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/**
 * Runs the changes that clients wait for, each in a transaction and within {@link DatabaseTimeouts#REQUEST}. An
 * organisation's changes take turns before they take a connection, so that no organisation can hold all connections
 * (ADR 105).
 */
@Component
public final class Changes {

    /** Changes of one organisation that go on at a time. */
    static final int AT_A_TIME = 2;

    private final TransactionalOperator transaction;
    private final Duration limit;
    private final Turns turns;

    @Autowired
    Changes(TransactionalOperator transaction) {
        this(transaction, DatabaseTimeouts.REQUEST);
    }

    /** @param limit how long a change may take, including its wait */
    Changes(TransactionalOperator transaction, Duration limit) {
        this.transaction = transaction;
        this.limit = limit;
        // A change that begins has time for a statement. Otherwise a long line would only begin what must end at once.
        Duration longestWait = limit.dividedBy(2);
        // A rollback waits for the statement before it, which PostgreSQL or SilenceWatch ends within this time.
        Duration longestRollback = limit.dividedBy(2);
        this.turns = new Turns(AT_A_TIME, Integer.MAX_VALUE, longestWait, longestRollback);
    }

    /**
     * Runs a change that belongs to no organisation, or is an operator's. Fails with {@link TimeoutException} if it
     * takes too long; unless its commit has begun, it is then rolled back.
     */
    public <T> Mono<T> run(Mono<T> change) {
        return change.as(transaction::transactional).timeout(limit);
    }

    /**
     * Runs a change of an organisation when its turn has come. A replica runs {@value #AT_A_TIME} of them at a
     * time. Also fails with {@link ContentionException} if the change waits too long for others; nothing was then
     * changed.
     */
    public <T> Mono<T> run(String organisationId, Mono<T> change) {
        return turns.run(organisationId, change.as(transaction::transactional))
                .contextWrite(new ConnectionLine(organisationId + " changes")::insteadIn)
                .timeout(limit);
    }
}
