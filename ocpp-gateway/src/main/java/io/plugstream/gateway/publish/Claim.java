package io.plugstream.gateway.publish;

import io.plugstream.model.event.EventRecord;

/**
 * A connection's right to publish its own beginning and end. A log that all gateways read decides which connection of a
 * charger is current, and who reports the end of another. Every method may be called again after it threw.
 */
public interface Claim {

    /**
     * Publishes {@code opening}, after the end of the connection that this one replaces.
     *
     * @throws NotAcknowledgedException also if a newer connection of this charger is known
     */
    void announce(EventRecord opening) throws NotAcknowledgedException;

    /** Publishes the end of the connection, unless another gateway reports it or the beginning was not published. */
    void end(String reason) throws NotAcknowledgedException;
}
