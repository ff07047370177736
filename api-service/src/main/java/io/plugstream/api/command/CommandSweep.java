package io.plugstream.api.command;

import io.plugstream.api.database.Batches;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Sweep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
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
    private static final Duration FORGET_EVERY = Duration.ofMinutes(10);

    private final DatabaseClient database;
    private final CommandProperties properties;
    private final CommandMetrics metrics;
    private final Clock clock;

    CommandSweep(DatabaseClient database, CommandProperties properties, CommandMetrics metrics, Clock clock) {
        this.database = database;
        this.properties = properties;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Bean
    Sweep endedCommands() {
        return new Sweep(properties.sweepEvery(), this::sweep, LATER);
    }

    @Bean
    Sweep oldCommands() {
        return new Sweep(FORGET_EVERY, this::forget, LATER);
    }

    @Bean
    Sweep oldReports() {
        return new Sweep(FORGET_EVERY, this::forgetReports, LATER);
    }

    /** Ends expired commands. */
    Mono<Void> sweep() {
        return Flux.defer(() -> database.sql("""
                                UPDATE commands SET status = 'timed_out', completed_at = :now
                                WHERE status IN ('queued', 'sent') AND id IN (
                                    SELECT id FROM commands WHERE status IN ('queued', 'sent')
                                        AND expires_at < :expiredBefore
                                    ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
                                RETURNING action, status""")
                        .bind("expiredBefore", now().minus(properties.sweepAfter()))
                        .bind("now", now())
                        .map(EndedCommand::of)
                        .all())
                .doOnNext(metrics::count)
                .then()
                .timeout(DatabaseTimeouts.SWEEP);
    }

    /** Deletes commands older than the retention time, a bounded number of rows at once. */
    Mono<Void> forget() {
        return deleteOlder(now().minus(properties.keep()), """
                DELETE FROM commands WHERE id IN (
                    SELECT id FROM commands WHERE created_at < :oldest
                    ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED)""");
    }

    /** Deletes reports older than their retention time. */
    Mono<Void> forgetReports() {
        return deleteOlder(now().minus(ReportRows.KEPT), """
                DELETE FROM command_report_parts WHERE ctid IN (
                    SELECT ctid FROM command_report_parts WHERE received_at < :oldest
                    ORDER BY received_at LIMIT :most FOR UPDATE SKIP LOCKED)""");
    }

    private Mono<Void> deleteOlder(Instant oldest, String statement) {
        return Batches.delete(database.sql(statement).bind("oldest", oldest), AT_ONCE)
                .then();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
