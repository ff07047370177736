package io.plugstream.api.command;

import io.plugstream.api.database.Batches;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.OldRows;
import io.plugstream.api.database.Sweep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Ends expired commands without a result from a gateway, and deletes old ones. Every replica sweeps and skips rows that
 * another replica has locked.
 */
@Component
class CommandSweep {

    private static final int AT_ONCE = 200;
    private static final String LATER = "Sweeping commands failed, retrying later";
    private static final Duration END_EVERY = Duration.ofMillis(500);
    private static final Duration FORGET_EVERY = Duration.ofMinutes(10);

    private final DatabaseClient database;
    private final TransactionalOperator transaction;
    private final NewPasswords passwords;
    private final CommandProperties properties;
    private final CommandMetrics metrics;
    private final Clock clock;

    CommandSweep(
            DatabaseClient database,
            TransactionalOperator transaction,
            NewPasswords passwords,
            CommandProperties properties,
            CommandMetrics metrics,
            Clock clock) {
        this.database = database;
        this.transaction = transaction;
        this.passwords = passwords;
        this.properties = properties;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Bean
    Sweep endedCommands() {
        return new Sweep("ended-commands", END_EVERY, this::sweep, LATER);
    }

    @Bean
    Sweep oldCommands() {
        return new Sweep("old-commands", FORGET_EVERY, this::forget, LATER);
    }

    @Bean
    Sweep oldReports() {
        return new Sweep("old-reports", FORGET_EVERY, this::forgetReports, LATER);
    }

    /** Ends expired commands. */
    Mono<Void> sweep() {
        return Flux.defer(() -> database.sql("""
                                UPDATE commands SET status = 'timed_out', completed_at = :now
                                WHERE status IN ('queued', 'sent') AND id IN (
                                    SELECT id FROM commands WHERE status IN ('queued', 'sent')
                                        AND expires_at < :expiredBefore
                                    ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
                                RETURNING action, status,\s""" + NewPasswords.UNKNOWN)
                        .bind("expiredBefore", now().minus(properties.sweepAfter()))
                        .bind("now", now())
                        .map(row -> new Swept(EndedCommand.of(row), NewPasswords.unknown(row)))
                        .all())
                .collectList()
                .flatMap(swept -> passwords
                        .endUnknown(swept.stream().map(Swept::password).toList())
                        .thenReturn(swept))
                .as(transaction::transactional)
                .doOnNext(swept -> swept.forEach(each -> metrics.count(each.command())))
                .then()
                .timeout(DatabaseTimeouts.SWEEP);
    }

    private record Swept(EndedCommand command, Optional<UUID> password) {}

    /** Deletes commands older than the retention time, a bounded number of rows at once. */
    Mono<Void> forget() {
        return deleteOlder(properties.keep(), """
                DELETE FROM commands WHERE id IN (
                    SELECT id FROM commands WHERE created_at < :oldest
                    ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED)""");
    }

    /** Deletes reports older than their retention time. */
    Mono<Void> forgetReports() {
        return deleteOlder(ReportRows.KEPT, """
                DELETE FROM command_report_parts WHERE ctid IN (
                    SELECT ctid FROM command_report_parts WHERE received_at < :oldest
                    ORDER BY received_at LIMIT :most FOR UPDATE SKIP LOCKED)""");
    }

    private Mono<Void> deleteOlder(Duration kept, String statement) {
        return Batches.delete(OldRows.bind(database.sql(OldRows.bounded(statement)), now(), kept), AT_ONCE)
                .then();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
