package io.plugstream.api.webhook.delivery;

import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.Moments;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** A delivery and where it stands in the list of all. */
record ListedDelivery(Delivery delivery, Place place) {

    static ListedDelivery of(Readable row) {
        UUID id = get(row, "id", UUID.class);
        return new ListedDelivery(
                new Delivery(
                        id,
                        get(row, "event_id", UUID.class),
                        get(row, "event", String.class),
                        row.get("outcome", String.class),
                        row.get("response_status", Integer.class),
                        row.get("attempted_at", Instant.class),
                        row.get("duration_ms", Long.class)),
                new Place(get(row, "claimed_at", Instant.class), id));
    }

    private static <T> T get(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type));
    }

    /** By the time of the claim, which never changes. */
    record Place(Instant claimedAt, UUID id) {

        Cursor cursor() {
            return Cursor.of(claimedAt.toString(), id.toString());
        }

        static Optional<Place> of(Cursor cursor) {
            return cursor.values().size() == 2
                    ? Optional.of(new Place(
                            Moments.storable(Instant.parse(cursor.values().getFirst())),
                            UUID.fromString(cursor.values().getLast())))
                    : Optional.empty();
        }
    }
}
