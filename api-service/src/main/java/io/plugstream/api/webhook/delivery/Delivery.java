package io.plugstream.api.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.api.database.Columns;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.TimedPlace;
import io.r2dbc.spi.Readable;
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
 * @param claimedAt sorts the list; never changes
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Delivery(
        UUID id,
        UUID eventId,
        String event,
        @Nullable String outcome,
        @Nullable Integer responseStatus,
        @Nullable Instant attemptedAt,
        @Nullable Long durationMs,
        @JsonIgnore Instant claimedAt) {

    static Delivery of(Readable row) {
        return new Delivery(
                Columns.get(row, "id", UUID.class),
                Columns.get(row, "event_id", UUID.class),
                Columns.get(row, "event", String.class),
                row.get("outcome", String.class),
                row.get("response_status", Integer.class),
                row.get("attempted_at", Instant.class),
                row.get("duration_ms", Long.class),
                Columns.get(row, "claimed_at", Instant.class));
    }

    /** The position in the list of the webhook's deliveries. */
    Cursor cursor(UUID webhook) {
        return new TimedPlace(claimedAt, id).cursor(DeliveryQuery.list(webhook.toString()));
    }
}
