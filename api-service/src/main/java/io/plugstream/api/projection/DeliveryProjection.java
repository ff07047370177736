package io.plugstream.api.projection;

import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Stores the deliveries of the last days: claimed, then ended. The first end of a delivery is its outcome. Claims and
 * ends come from two topics, so an end may come first; it contains all fields of its claim. If both come in one batch,
 * their row is written once.
 */
@Component
final class DeliveryProjection implements BatchProjection<DeliveryRecord> {

    /**
     * Serializes these transactions over all replicas. A webhook's deliveries are in all partitions, so transactions
     * that count for the same webhooks in another order would deadlock.
     */
    private static final String ALONE = "pg_advisory_xact_lock(hashtext('webhook_delivery_counts'))";

    /** Skips claims older than the retention, because their partitions may have been dropped. */
    private static final String WRITE = """
            INSERT INTO webhook_deliveries AS known (id, claimed_at, organisation_id, mode, webhook_id, event_id, event,
                outcome, response_status, attempted_at, duration_ms, attempt)
            SELECT "deliveryId", "claimedAt", "organisationId", mode, "webhookId", "eventId", event,
                outcome, "responseStatus", "attemptedAt", "durationMs", attempt
            FROM %1$s, jsonb_to_recordset(:rows::jsonb) AS step ("deliveryId" uuid, "claimedAt" timestamptz,
                "organisationId" text, mode text, "webhookId" text, "eventId" uuid, event text, outcome text,
                "responseStatus" integer, "attemptedAt" timestamptz, "durationMs" bigint, attempt jsonb)
            WHERE "claimedAt" > now() - interval '%2$d days'
            ORDER BY 1
            ON CONFLICT (id, claimed_at) DO UPDATE SET outcome = EXCLUDED.outcome,
                response_status = EXCLUDED.response_status, attempted_at = EXCLUDED.attempted_at,
                duration_ms = EXCLUDED.duration_ms, attempt = EXCLUDED.attempt
            WHERE known.outcome IS NULL AND EXCLUDED.outcome IS NOT NULL""".formatted(ALONE, DeliveryPartitions.RETENTION.toDays());

    private final DeliveryPartitions partitions;
    private final JsonRows rows;

    DeliveryProjection(DeliveryPartitions partitions, JsonRows rows) {
        this.partitions = partitions;
        this.rows = rows;
    }

    @Override
    public Mono<Void> apply(List<DeliveryRecord> steps) {
        Map<Row, DeliveryRecord> written = new LinkedHashMap<>();
        firstEnds(steps).forEach(ended -> written.put(new Row(ended.deliveryId(), ended.claimedAt()), ended));
        of(steps, Claimed.class)
                .forEach(claim -> written.putIfAbsent(new Row(claim.deliveryId(), claim.claimedAt()), claim));
        return partitions
                .cover(written.keySet().stream().map(Row::claimedAt).toList())
                .then(rows.run(WRITE, written.values()));
    }

    private record Row(UUID deliveryId, Instant claimedAt) {}

    private static Collection<Ended> firstEnds(List<DeliveryRecord> steps) {
        Map<UUID, Ended> first = of(steps, Ended.class)
                .collect(Collectors.toMap(
                        Ended::deliveryId, Function.identity(), (earlier, _) -> earlier, LinkedHashMap::new));
        return first.values();
    }

    private static <T extends DeliveryRecord> Stream<T> of(List<DeliveryRecord> steps, Class<T> type) {
        return steps.stream().filter(type::isInstance).map(type::cast);
    }
}
