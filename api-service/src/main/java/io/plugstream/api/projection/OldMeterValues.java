package io.plugstream.api.projection;

import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.OldRows;
import io.r2dbc.spi.Readable;
import java.time.Duration;
import java.time.Instant;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Deletes meter values by the time since they were stored: their own time, which is also in their event's id, is the
 * charger's and may be years off. Values of a transaction are kept as long as it; some belong to no transaction. A
 * statement looks at a bounded number of values, and the next one continues behind them. So values that stay, however
 * many, do not keep others from their deletion.
 *
 * <p>A sweep continues where the last one of this process ended, and begins with the oldest values once a day. Before the
 * oldest, the index still has an entry of each deleted value, until PostgreSQL has vacuumed the table.
 */
final class OldMeterValues {

    static final String SQL = Expiry.TURN + OldRows.bounded("""
            , looked AS MATERIALIZED (
                SELECT ctid AS place, stored_at, organisation_id, charge_box_id, transaction_id FROM meter_values old
                WHERE (stored_at, ctid) > (:storedAt, CAST(:place AS tid)) AND stored_at < :oldest
                    AND (SELECT mine FROM turn)
                ORDER BY stored_at, ctid LIMIT :batch
            ), deleted AS (
                DELETE FROM meter_values WHERE ctid IN (
                    SELECT place FROM looked WHERE NOT EXISTS (
                        SELECT FROM transactions known WHERE known.organisation_id = looked.organisation_id
                            AND known.charge_box_id = looked.charge_box_id
                            AND known.transaction_id = looked.transaction_id
                            AND greatest(known.listed_at, known.stopped_at, known.metered_at) >= :oldest))
                RETURNING 1
            )
            SELECT (SELECT count(*) FROM looked) AS looked, (SELECT count(*) FROM deleted) AS deleted,
                coalesce(last.stored_at, :oldest) AS stored_at, coalesce(last.place::text, '(0,0)') AS place
            FROM turn LEFT JOIN (
                SELECT stored_at, place FROM looked ORDER BY stored_at DESC, place DESC LIMIT 1) last ON true
            WHERE turn.mine""");

    private static final Duration BEGIN_EVERY = Duration.ofDays(1);

    private final DatabaseClient database;
    private final int batch;
    private volatile Step reached = Step.BEGINNING;
    private volatile Instant begun = Instant.EPOCH;

    OldMeterValues(DatabaseClient database, int batch) {
        this.database = database;
        this.batch = batch;
    }

    /** The number of rows that each statement deleted. Deletes nothing while another replica holds the advisory lock. */
    Flux<Long> delete(Instant now, Duration kept) {
        // In both directions, because the clock may be set.
        boolean begins = Duration.between(begun, now).abs().compareTo(BEGIN_EVERY) >= 0;
        return step(now, kept, begins ? Step.BEGINNING : reached)
                .doOnNext(_ -> begun = begins ? now : begun)
                .expand(step -> step.looked() < batch ? Mono.empty() : step(now, kept, step))
                .doOnNext(step -> reached = step)
                .map(Step::deleted);
    }

    private Mono<Step> step(Instant now, Duration kept, Step former) {
        return OldRows.bind(database.sql(SQL), now, kept)
                .bind("storedAt", former.storedAt())
                .bind("place", former.place())
                .bind("batch", batch)
                .bind("lock", Retention.LOCK)
                .map(Step::of)
                .one()
                .timeout(DatabaseTimeouts.SWEEP);
    }

    /**
     * What a statement did.
     *
     * @param storedAt when the last value that it looked at was stored; if there was none, no older one is left
     * @param place where that value lies in the table, because many are stored at one time
     */
    record Step(long looked, long deleted, Instant storedAt, String place) {

        static final Step BEGINNING = new Step(0, 0, Instant.EPOCH, "(0,0)");

        private static Step of(Readable row) {
            return new Step(
                    Columns.get(row, "looked", Long.class),
                    Columns.get(row, "deleted", Long.class),
                    Columns.get(row, "stored_at", Instant.class),
                    Columns.get(row, "place", String.class));
        }
    }
}
