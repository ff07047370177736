package io.plugstream.model.charger;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest meter readings of a charger's transactions that are in the log, by which repeated ones are recognised. */
public record SeenReadings(List<OfTransaction> transactions) {

    public SeenReadings {
        transactions = List.copyOf(transactions);
    }

    /**
     * Those of one transaction.
     *
     * @param forgottenThrough every reading later than this by the charger's clock is among {@code readings}; null if all are
     * @param readings Base64 of the moments: milliseconds since 1970 (8 bytes), the number of readings (2), and 8 bytes of
     *     the SHA-256 of each
     */
    public record OfTransaction(int transactionId, @Nullable Instant forgottenThrough, String readings) {}
}
