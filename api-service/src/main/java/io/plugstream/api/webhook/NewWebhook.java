package io.plugstream.api.webhook;

import io.plugstream.model.event.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A webhook to be registered. It is valid, but its host has not been checked. */
record NewWebhook(
        String url, List<EventType> events, @Nullable String secret) {

    NewWebhook {
        events = List.copyOf(events);
    }

    @Override
    public String toString() {
        return "NewWebhook[" + url + ", " + events + ']';
    }
}
