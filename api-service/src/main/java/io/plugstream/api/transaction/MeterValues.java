package io.plugstream.api.transaction;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimestampRange;
import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Reads the values sampled during charging sessions. */
@Component
class MeterValues {

    private final Transactions transactions;
    private final DatabaseClient database;
    private final Reads reads;

    MeterValues(Transactions transactions, DatabaseClient database, Reads reads) {
        this.transactions = transactions;
        this.database = database;
        this.reads = reads;
    }

    /** The name of a transaction's list in cursors. */
    static String list(String transactionId) {
        return "meter-values/" + transactionId;
    }

    /** Oldest first; empty if the caller has no such transaction. */
    Mono<Page<ListedMeterValue>> list(Caller caller, int transactionId, int limit, @Nullable Place after) {
        return transactions
                .find(caller, transactionId)
                .flatMap(transaction -> list(caller, transaction, limit, after))
                .timeout(DatabaseTimeouts.REQUEST);
    }

    private Mono<Page<ListedMeterValue>> list(
            Caller caller, Transaction transaction, int limit, @Nullable Place after) {
        DatabaseClient.GenericExecuteSpec sql = database.sql("""
                        SELECT sampled_at, event_id, ordinal, measurand, value, unit, phase, location, context,
                            format, raw
                        FROM meter_values WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId
                            AND transaction_id = :id%s
                        ORDER BY sampled_at, event_id, ordinal LIMIT :limit""".formatted(
                        after == null ? "" : " AND (sampled_at, event_id, ordinal) > (:at, :eventId, :ordinal)"))
                .bind("organisation", caller.organisationId())
                .bind("chargeBoxId", transaction.chargeBoxId())
                .bind("id", transaction.transactionId())
                .bind("limit", limit + 1);
        DatabaseClient.GenericExecuteSpec bound = after == null
                ? sql
                : sql.bind("at", after.at()).bind("eventId", after.eventId()).bind("ordinal", after.ordinal());
        return bound.map(MeterValues::listed)
                .all()
                .as(rows -> reads.page(caller.organisationId(), rows))
                .map(listed -> Page.of(
                        listed,
                        limit,
                        last -> last.place().cursor(list(Integer.toString(transaction.transactionId())))));
    }

    private static ListedMeterValue listed(Readable row) {
        Instant at = Columns.get(row, "sampled_at", Instant.class);
        return new ListedMeterValue(
                at,
                Columns.get(row, "measurand", String.class),
                row.get("value", BigDecimal.class),
                Columns.get(row, "unit", String.class),
                row.get("phase", String.class),
                row.get("location", String.class),
                row.get("context", String.class),
                row.get("format", String.class),
                row.get("raw", String.class),
                new Place(at, Columns.get(row, "event_id", UUID.class), Columns.get(row, "ordinal", Integer.class)));
    }

    /** Sorted by time, then by event and place in the event. */
    record Place(Instant at, UUID eventId, int ordinal) {

        Cursor cursor(String list) {
            return Cursor.of(list, at.toString(), eventId.toString(), Integer.toString(ordinal));
        }

        static Optional<Place> of(Cursor cursor) {
            return cursor.values().size() == 3
                    ? Optional.of(new Place(
                            TimestampRange.clamp(Instant.parse(cursor.values().getFirst())),
                            UUID.fromString(cursor.values().get(1)),
                            Integer.parseInt(cursor.values().getLast())))
                    : Optional.empty();
        }
    }
}
