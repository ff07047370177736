package io.plugstream.api.access;

import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;

/** Logs who created, changed and removed keys, webhooks and chargers. */
public final class Audit {

    private static final Logger log = LoggerFactory.getLogger(Audit.class);

    private Audit() {}

    /** Logs a change when the current transaction has committed, also if its caller no longer waits for it. */
    public static Mono<Void> note(Caller caller, String change, Object id) {
        return noteAll(caller, change, List.of(id));
    }

    /** Logs the same change of several things. */
    public static Mono<Void> noteAll(Caller caller, String change, Collection<?> ids) {
        return TransactionSynchronizationManager.forCurrentTransaction()
                .doOnNext(transaction -> transaction.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public Mono<Void> afterCommit() {
                        return Mono.fromRunnable(() -> ids.forEach(id -> log(caller, change, id)));
                    }
                }))
                .then();
    }

    private static void log(Caller caller, String change, Object id) {
        log.atInfo()
                .addKeyValue("organisation", caller.organisationId())
                .addKeyValue("id", id)
                .addKeyValue("credential", caller.credential())
                .addKeyValue("by", caller.id())
                .log(change);
    }
}
