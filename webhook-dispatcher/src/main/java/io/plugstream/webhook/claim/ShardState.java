package io.plugstream.webhook.claim;

import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.outcome.OpenClaims;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a shard: its positions, its recently claimed events and its open claims. It results from the shard's
 * claim records in order, and then from the owner's own appends.
 */
final class ShardState {

    private final ClaimedEvents events;
    private final OpenClaims open = new OpenClaims();
    private final Map<String, Long> next = new HashMap<>();

    ShardState(Duration memory, int mostEvents) {
        this.events = new ClaimedEvents(memory, mostEvents);
    }

    /** @param openFrom of the newest record */
    void replay(ClaimRecord record, long offset, long openFrom) {
        next.putAll(record.next());
        for (ClaimedEvent event : record.events()) {
            remember(event, record.claimedAt());
        }
        if (offset >= openFrom) {
            List<Claimed> claims = record.claims().toList();
            open.sent(claims);
            open.appended(claims, offset);
        }
        open.reached(offset + 1);
    }

    void remember(ClaimedEvent event, Instant claimedAt) {
        events.add(event.eventId(), event.topic(), event.offset(), claimedAt);
    }

    /** Where the claimed event with this id was read; null if the id is not remembered. */
    ClaimedEvents.@Nullable Place claimedAs(UUID eventId) {
        return events.placeOf(eventId);
    }

    /** The offset after the last processed event of {@code topic}; null if none ever was. */
    @Nullable
    Long next(String topic) {
        return next.get(topic);
    }

    Map<String, Long> next() {
        return Map.copyOf(next);
    }

    void processed(String topic, long following) {
        next.put(topic, following);
    }

    OpenClaims open() {
        return open;
    }

    ClaimedEvents events() {
        return events;
    }
}
