package io.plugstream.api.webhook.delivery;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimedPlace;
import io.plugstream.api.projection.DeliveryPartitions;
import io.plugstream.model.json.Json;
import io.plugstream.model.webhook.Attempt;
import io.r2dbc.spi.Readable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Reads the deliveries that the dispatcher recorded, within their retention. */
@Component
class Deliveries {

    private static final String FIELDS =
            "SELECT id, claimed_at, event_id, event, outcome, response_status, attempted_at, duration_ms";

    private static final String FROM = """

            FROM webhook_deliveries
            WHERE webhook_id = :webhook AND organisation_id = :organisation AND mode = :mode
                AND claimed_at >= :oldest""";

    private static final String WHOLE = FIELDS + ", attempt::text AS attempt" + FROM + " AND id = :id";

    /**
     * Maximum deliveries that are read to find those of one filtered page. No index contains outcomes: PostgreSQL would
     * then change all indexes of a delivery when it ends.
     */
    private static final int MOST_LOOKED_AT = 10_000;

    /** Upper bound between claim and attempt. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
    /** Upper bound of how far ahead a claim's clock can be. */
    private static final Duration FURTHEST_AHEAD = Duration.ofDays(2);

    private final DatabaseClient database;
    private final Reads reads;
    private final Clock clock;

    Deliveries(DatabaseClient database, Reads reads, Clock clock) {
        this.database = database;
        this.reads = reads;
        this.clock = clock;
    }

    /** Newest claim first. A page of filtered deliveries may be short although others follow. */
    Mono<Page<Delivery>> list(Caller caller, UUID webhook, DeliveryQuery query) {
        int most = query.isFiltered() ? MOST_LOOKED_AT : ListQuery.MAX_LIMIT + 1;
        return bind(of(caller, webhook, sql(query, most)), query)
                .map(LookedAt::of)
                .all()
                .as(rows -> reads.page(caller.organisationId(), rows))
                .map(found -> page(webhook, found, query.limit(), most));
    }

    /** Selects the deliveries that match, and the last of those that were looked at. */
    private static String sql(DeliveryQuery query, int most) {
        StringBuilder matches = new StringBuilder("true");
        when(query.outcome(), matches, " AND outcome IS NOT DISTINCT FROM :outcome");
        when(query.event(), matches, " AND event = :event");
        when(query.since(), matches, " AND coalesce(attempted_at, claimed_at) >= :since");
        StringBuilder newest = new StringBuilder(FIELDS).append(FROM);
        // The first condition is implied by the second, but lets PostgreSQL skip partitions.
        when(query.after(), newest, " AND claimed_at <= :afterTime AND (claimed_at, id) < (:afterTime, :afterId)");
        return """
                SELECT * FROM (
                    SELECT newest.*, %s AS matches, row_number() OVER (ORDER BY claimed_at DESC, id DESC) AS place
                    FROM (%s ORDER BY claimed_at DESC, id DESC LIMIT %d) newest) looked_at
                WHERE matches OR place = %d
                ORDER BY claimed_at DESC, id DESC LIMIT :limit""".formatted(matches, newest, most, most);
    }

    private static Page<Delivery> page(UUID webhook, List<LookedAt> found, int limit, int most) {
        List<Delivery> matching =
                found.stream().filter(LookedAt::matches).map(LookedAt::delivery).toList();
        boolean mayBeFollowed =
                matching.size() <= limit && !found.isEmpty() && found.getLast().place() == most;
        return mayBeFollowed
                ? new Page<>(
                        matching, found.getLast().delivery().cursor(webhook).text())
                : Page.of(matching, limit, last -> last.cursor(webhook));
    }

    /** @param place counts the deliveries that the query looked at, from 1 */
    private record LookedAt(Delivery delivery, boolean matches, long place) {

        static LookedAt of(Readable row) {
            return new LookedAt(
                    Delivery.of(row),
                    Columns.get(row, "matches", Boolean.class),
                    Columns.get(row, "place", Long.class));
        }
    }

    /** Empty if the webhook has no such delivery. */
    Mono<DeliveryDetail> find(Caller caller, UUID webhook, UUID id) {
        return of(caller, webhook, WHOLE)
                .bind("oldest", clock.instant().minus(DeliveryPartitions.RETENTION))
                .bind("id", id)
                .map(row -> DeliveryDetail.of(
                        Delivery.of(row),
                        Optional.ofNullable(row.get("attempt", String.class))
                                .map(text -> Json.mapper().readValue(text, Attempt.class))
                                .orElse(null)))
                .one()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    private DatabaseClient.GenericExecuteSpec of(Caller caller, UUID webhook, String sql) {
        return caller.bind(database.sql(sql)).bind("webhook", webhook.toString());
    }

    private DatabaseClient.GenericExecuteSpec bind(DatabaseClient.GenericExecuteSpec sql, DeliveryQuery query) {
        Instant kept = clock.instant().minus(DeliveryPartitions.RETENTION);
        Instant since = query.since() == null ? kept : within(kept, query.since());
        Instant oldest = since.minus(LONGEST_WAIT);
        DatabaseClient.GenericExecuteSpec bound =
                sql.bind("oldest", oldest.isBefore(kept) ? kept : oldest).bind("limit", query.limit() + 1);
        bound = query.outcome() == null
                ? bound
                : bound.bind("outcome", query.outcome().wireName());
        bound = query.event() == null
                ? bound
                : bound.bind("event", query.event().wireName());
        bound = query.since() == null ? bound : bound.bind("since", since);
        TimedPlace after = query.after();
        return after == null
                ? bound
                : bound.bind("afterTime", within(kept, after.at())).bind("afterId", after.id());
    }

    /** Limits a time to the range of deliveries, because PostgreSQL cannot compare with every time. */
    private Instant within(Instant kept, Instant moment) {
        Instant last = clock.instant().plus(FURTHEST_AHEAD);
        if (moment.isBefore(kept)) {
            return kept;
        }
        return moment.isAfter(last) ? last : moment;
    }

    private static void when(@Nullable Object given, StringBuilder sql, String condition) {
        if (given != null) {
            sql.append(condition);
        }
    }
}
