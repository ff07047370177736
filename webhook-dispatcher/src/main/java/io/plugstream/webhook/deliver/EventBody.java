package io.plugstream.webhook.deliver;

import io.plugstream.model.event.EventEnvelope;
import io.plugstream.model.json.Json;
import io.plugstream.model.webhook.Attempt;
import org.jspecify.annotations.Nullable;

/** The bytes that every webhook of an event receives: its envelope, written once. */
public final class EventBody {

    private final byte[] bytes;

    /** Several threads may make it; it is the same. */
    private volatile @Nullable String excerpt;

    private EventBody(byte[] bytes) {
        this.bytes = bytes;
    }

    public static EventBody of(EventEnvelope envelope) {
        return new EventBody(Json.mapper().writeValueAsBytes(envelope));
    }

    /** Shared by all deliveries of the event: not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Its beginning, made once for all deliveries of the event. */
    String excerpt() {
        String made = excerpt;
        if (made == null) {
            made = Excerpt.of(bytes, Attempt.MOST_OF_BODY);
            excerpt = made;
        }
        return made;
    }
}
