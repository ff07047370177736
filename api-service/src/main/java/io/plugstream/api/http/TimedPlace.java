package io.plugstream.api.http;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The position of an entry in a list sorted by time, then by id. */
public record TimedPlace(Instant at, UUID id) {

    public Cursor cursor(String list) {
        return Cursor.of(list, at.toString(), id.toString());
    }

    /** Empty if {@code cursor} has other values. */
    public static Optional<TimedPlace> of(Cursor cursor) {
        return cursor.values().size() == 2
                ? Optional.of(new TimedPlace(
                        TimestampRange.clamp(Instant.parse(cursor.values().getFirst())),
                        UUID.fromString(cursor.values().getLast())))
                : Optional.empty();
    }
}
