package io.plugstream.api.webhook.delivery;

import io.plugstream.api.database.Columns;
import io.plugstream.api.http.TimedPlace;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.UUID;

/** A delivery and its place in the list, which is sorted by claim time. That time never changes. */
record ListedDelivery(Delivery delivery, TimedPlace place) {

    static ListedDelivery of(Readable row) {
        UUID id = Columns.get(row, "id", UUID.class);
        return new ListedDelivery(
                new Delivery(
                        id,
                        Columns.get(row, "event_id", UUID.class),
                        Columns.get(row, "event", String.class),
                        row.get("outcome", String.class),
                        row.get("response_status", Integer.class),
                        row.get("attempted_at", Instant.class),
                        row.get("duration_ms", Long.class)),
                new TimedPlace(Columns.get(row, "claimed_at", Instant.class), id));
    }
}
