package io.plugstream.api.webhook;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.plugstream.model.event.EventType;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A webhook in the API, without its secret. */
@JsonPropertyOrder({"id", "url", "events", "active", "createdAt"})
record Webhook(UUID id, String url, List<EventType> events, boolean active, Instant createdAt) {

    Webhook {
        events = List.copyOf(events);
    }
}
