package io.plugstream.webhook.deliver;

import io.plugstream.model.event.EventEnvelope;
import io.plugstream.model.json.Json;
import io.plugstream.model.webhook.Attempt;
import org.jspecify.annotations.Nullable;

/** An event's body for all its webhooks: its envelope, serialised once. */
public final class EventBody {

    private final byte[] bytes;

    /** Several threads may set it, all to the same value. */
    private volatile @Nullable String excerpt;

    private EventBody(byte[] bytes) {
        this.bytes = bytes;
    }

    public static EventBody of(EventEnvelope envelope) {
        return new EventBody(Json.mapper().writeValueAsBytes(envelope));
    }

    /** Shared by all deliveries of the event: callers must not change it. */
    byte[] bytes() {
        return bytes;
    }

    /** The beginning of the body as text, computed once for all deliveries of the event. */
    String excerpt() {
        String made = excerpt;
        if (made == null) {
            made = Excerpt.of(bytes, Attempt.MOST_OF_BODY);
            excerpt = made;
        }
        return made;
    }
}
