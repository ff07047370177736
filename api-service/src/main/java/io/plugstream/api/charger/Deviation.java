package io.plugstream.api.charger;

import java.time.Instant;

/**
 * A kind of rule of the protocol that a charger breaks and is forgiven.
 *
 * @param count of its messages that did
 * @param lastSeen when the newest event came in that told of it, by our clock
 */
record Deviation(String kind, long count, Instant lastSeen) {}
