package io.plugstream.model.webhook;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the owner of a shard claimed in one step. A shard is one partition number of all event topics; its claims are in
 * the partition of the same number. Every record in the log is valid, even one of an aborted transaction.
 *
 * @param owner the instance that made the claims
 * @param claimedAt when it made them
 * @param next for every event topic, the offset after the last processed event
 * @param openFrom all claims in records below this offset have an outcome
 * @param events the events that go to webhooks, in reading order
 */
public record ClaimRecord(
        String owner, Instant claimedAt, Map<String, Long> next, long openFrom, List<ClaimedEvent> events) {

    public ClaimRecord {
        next = Map.copyOf(next);
        events = List.copyOf(events);
    }

    public Stream<Claimed> claims() {
        return events.stream().flatMap(event -> event.claims(claimedAt));
    }
}
