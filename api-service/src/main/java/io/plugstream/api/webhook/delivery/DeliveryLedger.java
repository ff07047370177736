package io.plugstream.api.webhook.delivery;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Reads;
import io.plugstream.api.projection.DeliveryPartitions;
import io.plugstream.model.webhook.Outcome;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Summarizes webhooks' deliveries. Triggers count them by outcome when they are stored. */
@Component
class DeliveryLedger {

    private static final String CLAIMED = "claimed";

    private final DatabaseClient database;
    private final Reads reads;
    private final Clock clock;

    DeliveryLedger(DatabaseClient database, Reads reads, Clock clock) {
        this.database = database;
        this.reads = reads;
        this.clock = clock;
    }

    /** The summary over the UTC days for which deliveries are kept. */
    Mono<DeliverySummary> summary(Caller caller, UUID webhook) {
        return summaries(caller, List.of(webhook)).map(found -> found.get(webhook));
    }

    /** The summary of each of the caller's webhooks, in the given order. */
    Mono<Map<UUID, DeliverySummary>> summaries(Caller caller, List<UUID> webhooks) {
        LocalDate first =
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(DeliveryPartitions.RETENTION.toDays());
        String[] ids = webhooks.stream().map(UUID::toString).toArray(String[]::new);
        // One after the other, because they share the turn of one connection.
        return counts(ids, first)
                .zipWhen(_ -> recent(ids, first))
                .as(read -> reads.run(caller.organisationId(), read))
                .map(read -> {
                    Map<UUID, DeliverySummary> summaries = new LinkedHashMap<>();
                    for (UUID webhook : webhooks) {
                        String id = webhook.toString();
                        summaries.put(
                                webhook,
                                summary(
                                        first,
                                        read.getT1().getOrDefault(id, Map.of()),
                                        read.getT2().getOrDefault(id, RecentDeliveries.NONE)));
                    }
                    return summaries;
                });
    }

    private Mono<Map<String, Map<String, Long>>> counts(String[] webhooks, LocalDate first) {
        return database.sql("""
                        SELECT webhook_id, state, sum(deliveries)::bigint AS deliveries FROM webhook_delivery_counts
                        WHERE webhook_id = ANY(:webhooks) AND day >= :first GROUP BY webhook_id, state""")
                .bind("webhooks", webhooks)
                .bind("first", first)
                .map(row -> new Count(
                        Columns.get(row, "webhook_id", String.class),
                        Columns.get(row, "state", String.class),
                        Columns.get(row, "deliveries", Long.class)))
                .all()
                .collect(Collectors.groupingBy(Count::webhook, Collectors.toMap(Count::state, Count::deliveries)))
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** Reads at most {@value RecentDeliveries#MOST} rows of each webhook, in the order of the index. */
    private Mono<Map<String, RecentDeliveries>> recent(String[] webhooks, LocalDate first) {
        return database.sql("""
                        SELECT DISTINCT ON (webhook) webhook, outcome, response_status,
                            coalesce(attempted_at, claimed_at) AS at, count(*) OVER of_webhook AS ended,
                            count(*) FILTER (WHERE outcome <> 'delivered') OVER of_webhook AS failed
                        FROM unnest(:webhooks) AS webhook, LATERAL (
                            SELECT id, claimed_at, outcome, response_status, attempted_at FROM webhook_deliveries
                            WHERE webhook_id = webhook AND claimed_at >= :first AND outcome IS NOT NULL
                            ORDER BY claimed_at DESC, id DESC LIMIT :most) newest
                        WINDOW of_webhook AS (PARTITION BY webhook)
                        ORDER BY webhook, claimed_at DESC, id DESC""")
                .bind("webhooks", webhooks)
                .bind("first", start(first))
                .bind("most", RecentDeliveries.MOST)
                .map(row -> Map.entry(Columns.get(row, "webhook", String.class), RecentDeliveries.of(row)))
                .all()
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .timeout(DatabaseTimeouts.REQUEST);
    }

    private static DeliverySummary summary(LocalDate first, Map<String, Long> counts, RecentDeliveries recent) {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome.wireName(), counts.getOrDefault(outcome.wireName(), 0L));
        }
        long ended = outcomes.values().stream().mapToLong(Long::longValue).sum();
        long total = counts.getOrDefault(CLAIMED, 0L);
        return new DeliverySummary(start(first), total, total - ended, outcomes, recent);
    }

    private static Instant start(LocalDate first) {
        return first.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private record Count(String webhook, String state, long deliveries) {}
}
