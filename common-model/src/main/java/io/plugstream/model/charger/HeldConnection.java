package io.plugstream.model.charger;

import io.plugstream.model.json.WireName;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger's WebSocket connection, the gateway process that holds it, and its step. A charger's valid record is the
 * one that {@link #supersedes} all others; among equal records it is the first in the topic.
 *
 * @param connectionId UUIDv7; the greater of two ids belongs to the newer connection
 * @param holder the gateway run that has the socket
 * @param protocol the negotiated WebSocket sub-protocol
 * @param at when the step began, by the clock of the gateway that began it
 * @param endedBy the gateway run that reports the end; null while the connection is open
 * @param attempt 0 while open, 1 for the first gateway that reports the end, and one more for each gateway that takes
 *     the report over
 * @param reason why it ended; null while open
 */
public record HeldConnection(
        UUID connectionId,
        UUID holder,
        Mode mode,
        String protocol,
        Step step,
        Instant at,
        @Nullable UUID endedBy,
        int attempt,
        @Nullable String reason) {

    /** The life of a connection. The event of an {@code OPENING} or {@code CLOSING} step is not yet published. */
    public enum Step implements WireName {
        OPENING,
        OPEN,
        CLOSING,
        CLOSED
    }

    /** A connection whose event is about to be published. */
    public static HeldConnection opening(UUID connectionId, UUID holder, Mode mode, String protocol, Instant at) {
        return new HeldConnection(connectionId, holder, mode, protocol, Step.OPENING, at, null, 0, null);
    }

    /** The connection once its event is published. */
    public HeldConnection settled(Instant now) {
        Step next = step == Step.OPENING ? Step.OPEN : Step.CLOSED;
        return new HeldConnection(connectionId, holder, mode, protocol, next, now, endedBy, attempt, reason);
    }

    /** The connection closed without an event, because its opening was never published. */
    public HeldConnection closedUnannounced(Instant now) {
        return new HeldConnection(connectionId, holder, mode, protocol, Step.CLOSED, now, endedBy, attempt, reason);
    }

    /**
     * The connection whose end {@code by} reports. If {@code by} takes the report over from a dead gateway, reason and
     * time stay as they were, so that the event's content does not depend on its publisher.
     */
    public HeldConnection closing(UUID by, String why, Instant now) {
        return new HeldConnection(
                connectionId,
                holder,
                mode,
                protocol,
                Step.CLOSING,
                step == Step.CLOSING ? at : now,
                by,
                attempt + 1,
                reason == null ? why : reason);
    }

    /** Whether this record is newer than {@code other}: it has a newer connection, or a later step of the same one. */
    public boolean supersedes(HeldConnection other) {
        int connections = compare(connectionId, other.connectionId);
        if (connections != 0) {
            return connections > 0;
        }
        int steps = step.compareTo(other.step);
        return steps != 0 ? steps > 0 : attempt > other.attempt;
    }

    /** Whether an event of this connection is still to be published. */
    public boolean inWork() {
        return step == Step.OPENING || step == Step.CLOSING;
    }

    /** The gateway run that has to take the next step. */
    public UUID owner() {
        return endedBy == null ? holder : endedBy;
    }

    /** Compares connection ids as unsigned numbers, as PostgreSQL does. */
    public static int compare(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}
