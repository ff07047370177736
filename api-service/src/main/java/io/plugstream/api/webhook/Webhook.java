package io.plugstream.api.webhook;

import io.plugstream.model.event.EventType;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A webhook in the API, without its secret. */
record Webhook(UUID id, String url, List<EventType> events, boolean active, Instant createdAt) {

    Webhook {
        events = List.copyOf(events);
    }

    /** The webhook's address in the API. */
    URI location() {
        return URI.create("/api/v1/webhooks/" + id);
    }
}
