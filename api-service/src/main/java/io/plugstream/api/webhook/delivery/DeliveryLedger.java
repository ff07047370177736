package io.plugstream.api.webhook.delivery;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Reads;
import io.plugstream.api.projection.DeliveryPartitions;
import io.plugstream.model.webhook.Outcome;
import java.time.Clock;
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

/** Reads the counts of a webhook's deliveries by outcome. Triggers count them when they are stored. */
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
        return database.sql("""
                        SELECT webhook_id, state, sum(deliveries)::bigint AS deliveries FROM webhook_delivery_counts
                        WHERE webhook_id = ANY(:webhooks) AND day >= :first GROUP BY webhook_id, state""")
                .bind("webhooks", webhooks.stream().map(UUID::toString).toArray(String[]::new))
                .bind("first", first)
                .map(row -> new Count(
                        Columns.get(row, "webhook_id", String.class),
                        Columns.get(row, "state", String.class),
                        Columns.get(row, "deliveries", Long.class)))
                .all()
                .collect(Collectors.groupingBy(Count::webhook, Collectors.toMap(Count::state, Count::deliveries)))
                .timeout(DatabaseTimeouts.REQUEST)
                .as(read -> reads.run(caller.organisationId(), read))
                .map(counts -> {
                    Map<UUID, DeliverySummary> summaries = new LinkedHashMap<>();
                    webhooks.forEach(webhook ->
                            summaries.put(webhook, summary(first, counts.getOrDefault(webhook.toString(), Map.of()))));
                    return summaries;
                });
    }

    private static DeliverySummary summary(LocalDate first, Map<String, Long> counts) {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome.wireName(), counts.getOrDefault(outcome.wireName(), 0L));
        }
        long ended = outcomes.values().stream().mapToLong(Long::longValue).sum();
        long total = counts.getOrDefault(CLAIMED, 0L);
        return new DeliverySummary(first.atStartOfDay().toInstant(ZoneOffset.UTC), total, total - ended, outcomes);
    }

    private record Count(String webhook, String state, long deliveries) {}
}
