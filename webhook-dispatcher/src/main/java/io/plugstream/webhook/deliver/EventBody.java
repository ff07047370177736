package io.plugstream.webhook.deliver;

import io.plugstream.model.event.EventEnvelope;
import io.plugstream.model.json.Json;

/** The bytes that every webhook of an event receives: its envelope, written once. */
public final class EventBody {

    private final byte[] bytes;

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
}
