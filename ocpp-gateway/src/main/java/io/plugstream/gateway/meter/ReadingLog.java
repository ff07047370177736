package io.plugstream.gateway.meter;

import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.SeenReadings;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What is durable of readings. */
interface ReadingLog {

    /** The newest memory of {@code charger}. */
    SeenReadings load(ChargerId charger) throws NotAcknowledgedException;

    /** Keeps {@code seen} in place of the former memory. Does not wait, and may fail. */
    void remember(ChargerId charger, SeenReadings seen);

    /**
     * All readings of a transaction that are in the log.
     *
     * @param since when it began, by our clock
     * @return empty if that cannot be told
     */
    Optional<Set<Reading>> published(ChargerId charger, int transactionId, Instant since);
}
