package io.plugstream.api.webhook.delivery;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.PageRows;
import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimedPlace;
import io.plugstream.api.projection.DeliveryPartitions;
import io.plugstream.model.json.Json;
import io.plugstream.model.webhook.Attempt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

    private static final String SELECT = FIELDS + FROM;
    private static final String WHOLE = FIELDS + ", attempt::text AS attempt" + FROM + " AND id = :id";

    /** Upper bound between claim and attempt. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
    /** Upper bound of how far ahead a claim's clock can be. */
    private static final Duration FURTHEST_AHEAD = Duration.ofDays(2);

    private final DatabaseClient database;
    private final Clock clock;

    Deliveries(DatabaseClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Newest claim first. */
    Mono<Page<Delivery>> list(Caller caller, UUID webhook, DeliveryQuery query) {
        StringBuilder sql = new StringBuilder(SELECT);
        when(query.outcome(), sql, " AND outcome = :outcome");
        when(query.event(), sql, " AND event = :event");
        when(query.since(), sql, " AND coalesce(attempted_at, claimed_at) >= :since");
        // The first condition is implied by the second, but lets PostgreSQL skip partitions.
        when(query.after(), sql, " AND claimed_at <= :afterTime AND (claimed_at, id) < (:afterTime, :afterId)");
        sql.append(" ORDER BY claimed_at DESC, id DESC LIMIT :limit");
        return bind(of(caller, webhook, sql.toString()), query)
                .map(Delivery::of)
                .all()
                .as(PageRows::collect)
                .map(listed -> Page.of(listed, query.limit(), Delivery::cursor));
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
        return database.sql(sql)
                .bind("webhook", webhook.toString())
                .bind("organisation", caller.organisationId())
                .bind("mode", caller.mode().wireName());
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
