package io.plugstream.api.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as the API shows it.
 *
 * @param eventId the {@code webhook-id} of the request
 * @param outcome null while the delivery is under way
 * @param responseStatus null when no answer came
 * @param attemptedAt null when no attempt was made or nobody knows of one
 * @param durationMs null like {@code attemptedAt}
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({"id", "eventId", "event", "outcome", "responseStatus", "attemptedAt", "durationMs"})
record Delivery(
        UUID id,
        UUID eventId,
        String event,
        @Nullable String outcome,
        @Nullable Integer responseStatus,
        @Nullable Instant attemptedAt,
        @Nullable Long durationMs) {}
