package io.plugstream.model.transaction;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest logged meter readings of a charger's transactions, kept to recognise repeated readings. */
public record SeenReadings(List<OfTransaction> transactions) {

    public SeenReadings {
        transactions = List.copyOf(transactions);
    }

    /**
     * The readings of one transaction.
     *
     * @param forgottenThrough {@code readings} holds every reading later than this time (charger's clock); null if it
     *     holds all
     * @param readings Base64. For each moment: milliseconds since 1970 (8 bytes), the number of readings (2 bytes), and
     *     8 bytes of each reading's SHA-256
     */
    public record OfTransaction(int transactionId, @Nullable Instant forgottenThrough, String readings) {}
}
