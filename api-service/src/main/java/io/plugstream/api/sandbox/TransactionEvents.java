package io.plugstream.api.sandbox;

import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The start and stop events of a transaction; null without such an event. */
record TransactionEvents(@Nullable UUID started, @Nullable UUID stopped) {

    private static final int TIME = 16;

    static TransactionEvents of(Readable row) {
        return new TransactionEvents(row.get("started_event_id", UUID.class), row.get("stopped_event_id", UUID.class));
    }

    /** When the gateway created the event's id (RFC 9562, 5.7), independent of the charger's clock. */
    static Instant madeAt(UUID eventId) {
        return Instant.ofEpochMilli(eventId.getMostSignificantBits() >>> TIME);
    }
}
