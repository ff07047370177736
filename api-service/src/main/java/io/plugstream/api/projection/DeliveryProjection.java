package io.plugstream.api.projection;

import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Clock;
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
 * Keeps deliveries of the last days: claimed, then ended. The first end of a delivery is its outcome, whatever comes later.
 * A claim and its end lie in one partition of the topic, so the end never comes first.
 */
@Component
final class DeliveryProjection implements BatchProjection<DeliveryRecord> {

    private static final String CLAIM = """
            INSERT INTO webhook_deliveries (id, claimed_at, organisation_id, mode, webhook_id, event_id, event)
            SELECT "deliveryId", "claimedAt", "organisationId", mode, "webhookId", "eventId", event
            FROM jsonb_to_recordset($1::jsonb) AS claim ("deliveryId" uuid, "claimedAt" timestamptz,
                "organisationId" text, mode text, "webhookId" text, "eventId" uuid, event text)
            ORDER BY 1
            ON CONFLICT DO NOTHING""";

    private static final String END = """
            UPDATE webhook_deliveries known SET outcome = ended.outcome, response_status = ended."responseStatus",
                attempted_at = ended."attemptedAt", duration_ms = ended."durationMs"
            FROM jsonb_to_recordset($1::jsonb) AS ended ("deliveryId" uuid, outcome text, "responseStatus" integer,
                "attemptedAt" timestamptz, "durationMs" bigint)
            WHERE known.id = ended."deliveryId" AND known.outcome IS NULL""";

    private final DeliveryPartitions partitions;
    private final EventRows rows;
    private final Clock clock;

    DeliveryProjection(DeliveryPartitions partitions, EventRows rows, Clock clock) {
        this.partitions = partitions;
        this.rows = rows;
        this.clock = clock;
    }

    @Override
    public Mono<Void> apply(List<DeliveryRecord> steps) {
        // The partition of what is older may be gone.
        Instant oldest = clock.instant().minus(DeliveryPartitions.RETENTION);
        List<Claimed> claims = of(steps, Claimed.class)
                .filter(claim -> claim.claimedAt().isAfter(oldest))
                .toList();
        return partitions
                .cover(claims.stream().map(Claimed::claimedAt).toList())
                .then(rows.run(CLAIM, claims))
                .then(rows.run(END, firstEnds(steps)));
    }

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
