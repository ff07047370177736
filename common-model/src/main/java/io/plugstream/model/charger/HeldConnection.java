package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonValue;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket connection of a charger, the gateway process that holds it, and how far it has come. Of all records of a
 * charger the one that {@link #supersedes} the others counts; of equal ones the first in the topic.
 *
 * @param connectionId UUIDv7; of two connections the greater is the newer
 * @param holder the run of the gateway that has the socket
 * @param protocol the negotiated WebSocket sub-protocol
 * @param at when the step was begun, by the clock of whoever began it
 * @param endedBy the run of the gateway that reports the end; null while the connection is open
 * @param attempt 0 while it is open, then counts those that took the report over from one that died at it
 * @param reason why it ended; null while it is open
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

    /** The life of a connection. What is {@code OPENING} or {@code CLOSING} has an event yet to be published. */
    public enum Step {
        OPENING,
        OPEN,
        CLOSING,
        CLOSED;

        /** The name in the topic. */
        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A connection that is about to be announced. */
    public static HeldConnection opening(UUID connectionId, UUID holder, Mode mode, String protocol, Instant at) {
        return new HeldConnection(connectionId, holder, mode, protocol, Step.OPENING, at, null, 0, null);
    }

    /** The connection after its event was published. */
    public HeldConnection settled(Instant now) {
        Step next = step == Step.OPENING ? Step.OPEN : Step.CLOSED;
        return new HeldConnection(connectionId, holder, mode, protocol, next, now, endedBy, attempt, reason);
    }

    /** The connection when nobody was told that it began, and so nobody has to be told of its end. */
    public HeldConnection untold(Instant now) {
        return new HeldConnection(connectionId, holder, mode, protocol, Step.CLOSED, now, endedBy, attempt, reason);
    }

    /**
     * The connection when {@code by} reports its end, perhaps because somebody else began to and died: then reason and time stay
     * as they were, so that the event says the same whoever publishes it.
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

    /** Whether the record is newer: of a newer connection, or of a later step of this one. */
    public boolean supersedes(HeldConnection other) {
        int connections = compare(connectionId, other.connectionId);
        if (connections != 0) {
            return connections > 0;
        }
        int steps = step.compareTo(other.step);
        return steps != 0 ? steps > 0 : attempt > other.attempt;
    }

    /** Whether an event of this connection is being published. */
    public boolean inWork() {
        return step == Step.OPENING || step == Step.CLOSING;
    }

    /** The run of the gateway that has to take the next step. */
    public UUID owner() {
        return endedBy == null ? holder : endedBy;
    }

    /** The order of connection ids: as unsigned numbers, as PostgreSQL has them too. */
    public static int compare(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}
