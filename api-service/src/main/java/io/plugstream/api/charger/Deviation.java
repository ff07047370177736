package io.plugstream.api.charger;

import java.time.Instant;

/**
 * A kind of protocol violation that the platform tolerates.
 *
 * @param count how many of the charger's messages had it
 * @param lastSeen when the newest event that reported it was received, by the server's clock
 */
record Deviation(String kind, long count, Instant lastSeen) {}
