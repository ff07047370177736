package io.plugstream.api.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.event.EventType;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A webhook in the API, without its secret.
 *
 * @param hasSecret whether its deliveries are signed
 * @param formerSecretUntil until when the secret before the last rotation signs, too; null if it does not
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Webhook(
        UUID id,
        String url,
        List<EventType> events,
        boolean active,
        Instant createdAt,
        boolean hasSecret,
        @Nullable Instant formerSecretUntil) {

    Webhook {
        events = List.copyOf(events);
    }

    /** The webhook's address in the API. */
    URI location() {
        return URI.create("/api/v1/webhooks/" + id);
    }
}
