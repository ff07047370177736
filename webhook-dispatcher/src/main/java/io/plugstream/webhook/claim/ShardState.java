package io.plugstream.webhook.claim;

import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.outcome.OpenClaims;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a shard: its positions, its recently claimed events and its open claims. It results from the shard's
 * claim records in order, and then from the owner's own appends.
 */
final class ShardState {

    private final ClaimedEvents events;
    private final OpenClaims open = new OpenClaims();
    private final Map<String, Long> next = new HashMap<>();
    private final LongSupplier nanos;

    /** @param nanos a clock that never goes back */
    ShardState(Duration memory, int mostEvents, LongSupplier nanos) {
        this.nanos = nanos;
        this.events = new ClaimedEvents(memory, mostEvents, nanos);
    }

    /**
     * Adds a record of the log.
     *
     * @param openFrom of the newest record
     * @param age the record was appended at least this long ago
     */
    void replay(ClaimRecord record, long offset, long openFrom, Duration age) {
        next.putAll(record.next());
        for (ClaimedEvent event : record.events()) {
            remember(event, age);
        }
        if (offset >= openFrom) {
            List<Claimed> claims = record.claims().toList();
            open.sent(claims, nanos.getAsLong());
            open.appended(claims, offset);
        }
        open.reached(offset + 1);
    }

    /** Remembers an event that is being claimed. */
    void remember(ClaimedEvent event) {
        remember(event, Duration.ZERO);
    }

    private void remember(ClaimedEvent event, Duration age) {
        events.add(event.eventId(), event.topic(), event.offset(), age);
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
