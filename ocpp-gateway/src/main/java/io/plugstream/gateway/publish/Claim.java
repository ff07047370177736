package io.plugstream.gateway.publish;

import io.plugstream.model.event.EventRecord;

/**
 * A connection's right to speak of its own beginning and end. Which connection of a charger is the current one, and who
 * reports the end of another, is decided where all gateways can read it. Every method may be called again after it threw.
 */
public interface Claim {

    /**
     * Publishes {@code opening}, after the end of the connection that this one replaces.
     *
     * @throws NotAcknowledgedException also if a newer connection of this charger is known
     */
    void announce(EventRecord opening) throws NotAcknowledgedException;

    /** Publishes the end of the connection, unless somebody else reports it or nobody was told of the beginning. */
    void end(String reason) throws NotAcknowledgedException;
}
