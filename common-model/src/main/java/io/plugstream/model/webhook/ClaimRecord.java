package io.plugstream.model.webhook;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the owner of a shard has claimed in one step. A shard is one partition number of all topics of events; its claims are
 * in the partition of the same number. A record that is in the log counts, whatever became of its transaction.
 *
 * @param owner the instance that claimed
 * @param claimedAt when
 * @param next for each topic of events, the offset after the last event that is dealt with; always of all of them
 * @param openFrom every claim in a record below this offset has an outcome
 * @param events those that go to webhooks, in the order in which they were read
 */
public record ClaimRecord(
        String owner, Instant claimedAt, Map<String, Long> next, long openFrom, List<ClaimedEvent> events) {

    public ClaimRecord {
        next = Map.copyOf(next);
        events = List.copyOf(events);
    }

    /** Each claim of each event. */
    public Stream<Claimed> claims() {
        return events.stream().flatMap(event -> event.claims(claimedAt));
    }
}
