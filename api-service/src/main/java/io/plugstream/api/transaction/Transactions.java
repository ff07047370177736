package io.plugstream.api.transaction;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.Page;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads charging sessions, also of chargers that are no longer registered. */
@Component
class Transactions {

    private static final String SELECT = """
            SELECT id, listed_at, transaction_id, charge_box_id, connector_id, id_tag, status, meter_start, meter_stop,
                   coalesce(energy_wh, meter_latest - meter_start) AS energy, started_at, stopped_at, reason,
                   station_transaction_id
            FROM transactions WHERE organisation_id = :organisation AND mode = :mode""";

    /** The condition for each status. Constants, not parameters, so that PostgreSQL uses the index of a rare status whatever it expects. */
    static final Map<String, String> BY_STATUS = Map.of(
            "active", " AND status = 'active'",
            "completed", " AND status = 'completed'",
            "orphaned", " AND status = 'orphaned'");

    private final DatabaseClient database;
    private final Reads reads;

    Transactions(DatabaseClient database, Reads reads) {
        this.database = database;
        this.reads = reads;
    }

    /** All matching transactions, newest first, in parts of the query's limit. The first part may be empty. */
    Flux<List<Transaction>> all(Caller caller, TransactionQuery query) {
        return Page.<Transaction>all(last ->
                        list(caller, last.map(one -> query.behind(one.place())).orElse(query)))
                .map(Page::entries);
    }

    /** Newest first. */
    Mono<Page<Transaction>> list(Caller caller, TransactionQuery query) {
        StringBuilder sql = new StringBuilder(SELECT);
        when(query.chargeBoxId(), sql, " AND charge_box_id = :chargeBoxId");
        if (query.status() != null) {
            sql.append(Objects.requireNonNull(BY_STATUS.get(query.status())));
        }
        when(query.from(), sql, " AND listed_at >= :from");
        when(query.to(), sql, " AND listed_at < :to");
        when(query.after(), sql, " AND (listed_at, id) < (:afterTime, :afterId)");
        sql.append(" ORDER BY listed_at DESC, id DESC LIMIT :limit");
        return bind(caller.bind(database.sql(sql.toString())), query)
                .map(Transaction::of)
                .all()
                .as(rows -> reads.page(caller.organisationId(), rows))
                .map(listed ->
                        Page.of(listed, query.limit(), last -> last.place().cursor()));
    }

    /** Empty if the caller has no such transaction. Prefers known transactions to orphaned ones with the same id. */
    Mono<Transaction> find(Caller caller, int transactionId) {
        return caller.bind(database.sql(SELECT
                        + " AND transaction_id = :id ORDER BY status = 'orphaned', listed_at DESC, id DESC LIMIT 1"))
                .bind("id", transactionId)
                .map(Transaction::of)
                .one()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    private static DatabaseClient.GenericExecuteSpec bind(
            DatabaseClient.GenericExecuteSpec sql, TransactionQuery query) {
        DatabaseClient.GenericExecuteSpec bound = sql.bind("limit", query.limit() + 1);
        bound = bind(bound, "chargeBoxId", query.chargeBoxId());
        bound = bind(bound, "from", query.from());
        bound = bind(bound, "to", query.to());
        Transaction.Place after = query.after();
        return after == null ? bound : bound.bind("afterTime", after.listedAt()).bind("afterId", after.id());
    }

    private static DatabaseClient.GenericExecuteSpec bind(
            DatabaseClient.GenericExecuteSpec sql, String name, @Nullable Object value) {
        return value == null ? sql : sql.bind(name, value);
    }

    private static void when(@Nullable Object given, StringBuilder sql, String condition) {
        if (given != null) {
            sql.append(condition);
        }
    }
}
