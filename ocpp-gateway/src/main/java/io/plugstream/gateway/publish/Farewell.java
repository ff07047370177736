package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/** The event of a connection's end, which whoever publishes it gives the same id. */
public final class Farewell {

    /** Greater than any number a connection counts to; whoever reports an end need not know how far the connection was. */
    private static final long LAST = (1L << 53) - 1;

    private static final String CLOSED = "closed";
    private static final long TURNED = 1L << 61;

    private Farewell() {}

    /** The end of {@code closing}, as its record says: the same whoever publishes it. */
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
     * An id that anybody can derive from the connection's: its first random bit of the lower half turned. The last bits
     * would not do, because ids made within a millisecond are consecutive numbers.
     */
    public static UUID eventId(UUID connectionId) {
        return new UUID(connectionId.getMostSignificantBits(), connectionId.getLeastSignificantBits() ^ TURNED);
    }
}
