package io.plugstream.api.webhook;

import io.plugstream.model.event.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is to change of a webhook; null stays as it is. */
record WebhookChange(
        @Nullable String url,
        @Nullable List<EventType> events,
        @Nullable Boolean active) {}
