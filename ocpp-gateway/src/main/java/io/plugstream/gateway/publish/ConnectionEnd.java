package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/** The event of a connection's end. It has the same id whichever gateway publishes it. */
public final class ConnectionEnd {

    /** Greater than any connection's sequence number, because another gateway does not know the last one. */
    private static final long LAST = (1L << 53) - 1;

    private static final String CLOSED = "closed";
    private static final long TURNED = 1L << 61;

    private ConnectionEnd() {}

    /** The end of {@code closing}, built from its record alone, so that every gateway builds the same event. */
    public static EventRecord of(ChargerId charger, HeldConnection closing) {
        return of(charger, closing, Objects.requireNonNullElse(closing.reason(), CLOSED), closing.at());
    }

    /** The end of {@code connection}, for this reason and at that time. */
    public static EventRecord of(ChargerId charger, HeldConnection connection, String reason, Instant now) {
        return new EventRecord(
                eventId(connection.connectionId()),
                charger.organisationId(),
                connection.mode(),
                charger.chargeBoxId(),
                now,
                now,
                connection.connectionId(),
                LAST,
                connection.protocol(),
                false,
                new ChargerDisconnected(charger.chargeBoxId(), reason));
    }

    /**
     * An id derived from the connection's id by flipping the first random bit of its lower half. The last bits are not
     * suitable, because ids from the same millisecond are consecutive numbers.
     */
    public static UUID eventId(UUID connectionId) {
        return new UUID(connectionId.getMostSignificantBits(), connectionId.getLeastSignificantBits() ^ TURNED);
    }
}
