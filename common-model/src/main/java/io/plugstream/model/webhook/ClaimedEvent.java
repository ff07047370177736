package io.plugstream.model.webhook;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An event and the webhooks that it goes to.
 *
 * @param topic the event's topic; its partition number is the claim's
 * @param offset the event's offset there
 * @param webhooks their ids
 */
public record ClaimedEvent(
        UUID eventId,
        String organisationId,
        Mode mode,
        EventType event,
        String topic,
        long offset,
        List<String> webhooks) {

    public ClaimedEvent {
        webhooks = List.copyOf(webhooks);
    }

    public Stream<Claimed> claims(Instant claimedAt) {
        return webhooks.stream()
                .map(webhook -> new Claimed(
                        Claimed.id(eventId, webhook), organisationId, mode, webhook, eventId, event, claimedAt));
    }
}
