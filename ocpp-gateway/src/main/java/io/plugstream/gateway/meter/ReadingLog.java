package io.plugstream.gateway.meter;

import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.transaction.SeenReadings;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The durable state of readings. */
interface ReadingLog {

    /** Limits memory if a charger reads its meters ten times a second for hours. */
    int MOST = 50_000;

    /** The newest stored readings of {@code charger}. */
    SeenReadings load(ChargerId charger) throws NotAcknowledgedException;

    /** Replaces the stored readings with {@code seen}. Does not wait, and may fail. */
    void remember(ChargerId charger, SeenReadings seen);

    /**
     * All readings of a transaction that are in the log, if they are not more than {@link #MOST}.
     *
     * @param since when the transaction began, by the gateway's clock
     * @return empty if they cannot be determined
     */
    Optional<Set<ReadingFingerprint>> published(ChargerId charger, int transactionId, Instant since);
}
