package io.plugstream.api.transaction;

import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.TimestampRange;
import io.plugstream.model.charger.ChargerId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * A filter of transactions; null filters nothing.
 *
 * @param from the earliest start, inclusive
 * @param to the latest start, exclusive
 * @param after the last transaction of the previous page
 */
record TransactionQuery(
        int limit,
        Transaction.@Nullable Place after,
        @Nullable String chargeBoxId,
        @Nullable String status,
        @Nullable Instant from,
        @Nullable Instant to) {

    /** The name of the list in cursors. */
    static final String LIST = "transactions";

    /** Reads query parameters; throws a problem with every fault. */
    static TransactionQuery of(MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        return read(query, query.limit(), query.cursor(LIST, Transaction.Place::of));
    }

    /** The same for all matching transactions, without limit and cursor. */
    static TransactionQuery ofAll(MultiValueMap<String, String> parameters) {
        return read(ListQuery.of(parameters), ListQuery.MAX_LIMIT, null);
    }

    private static TransactionQuery read(ListQuery query, int limit, Transaction.@Nullable Place after) {
        TransactionQuery result = new TransactionQuery(
                limit,
                after,
                query.read(
                        "chargeBoxId",
                        id -> Optional.of(id).filter(ChargerId::isChargeBoxId),
                        ChargerId.CHARGE_BOX_ID_RULE),
                query.read(
                        "status",
                        status -> Optional.of(status).filter(Transactions.BY_STATUS::containsKey),
                        "must be one of active, completed, orphaned"),
                moment(query, "from"),
                moment(query, "to"));
        query.check();
        return result;
    }

    /** The same filters, for the transactions after {@code place}. */
    TransactionQuery behind(Transaction.Place place) {
        return new TransactionQuery(limit, place, chargeBoxId, status, from, to);
    }

    private static @Nullable Instant moment(ListQuery query, String name) {
        Instant moment = query.instant(name);
        return moment == null ? null : TimestampRange.clamp(moment);
    }
}
