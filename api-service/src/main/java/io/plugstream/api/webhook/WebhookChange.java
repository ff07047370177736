package io.plugstream.api.webhook;

import io.plugstream.model.event.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of a webhook; null leaves a field unchanged. */
record WebhookChange(
        @Nullable String url,
        @Nullable List<EventType> events,
        @Nullable Boolean active) {}
