package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventEnvelope;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An invented event with which a user tests a webhook. It goes to that webhook only, even if the webhook is inactive or
 * does not subscribe to the event's type.
 *
 * @param eventId UUIDv7; the {@code webhook-id} of its delivery; no other event has it
 * @param webhook the webhook when the user asked; null in records of earlier releases. The dispatcher waits for this
 *     registration, so that the sample goes to the newest URL and has the newest signature
 */
public record SampleEvent(
        UUID eventId,
        String organisationId,
        Mode mode,
        String webhookId,
        Instant requestedAt,
        @Nullable WebhookRegistration webhook,

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXTERNAL_PROPERTY, property = "type")
        ChargerEvent data) {

    /** The body that the webhook receives. */
    public EventEnvelope envelope() {
        return new EventEnvelope(data.type(), requestedAt, data);
    }
}
