package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventEnvelope;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;

/**
 * An event that did not happen, for a user who tries a webhook: it goes to that webhook alone, whether it is active or not
 * and whatever it lists.
 *
 * @param eventId UUIDv7; the {@code webhook-id} of its delivery and no other event's
 */
public record SampleEvent(
        UUID eventId,
        String organisationId,
        Mode mode,
        String webhookId,
        Instant requestedAt,

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXTERNAL_PROPERTY, property = "type")
        ChargerEvent data) {

    /** What the webhook gets. */
    public EventEnvelope envelope() {
        return new EventEnvelope(data.type(), requestedAt, data);
    }
}
