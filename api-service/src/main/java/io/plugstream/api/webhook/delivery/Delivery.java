package io.plugstream.api.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery in the API.
 *
 * @param eventId the {@code webhook-id} of the request
 * @param outcome null while the delivery is under way
 * @param responseStatus null without a response
 * @param attemptedAt null if no attempt was made or is known
 * @param durationMs null if {@code attemptedAt} is null
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
