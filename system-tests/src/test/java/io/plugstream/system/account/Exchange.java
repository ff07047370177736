package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of a charger: the same each time it was sent, until it was answered.
 *
 * @param answeredAt null when it never was
 * @param transactionId what a start was answered, or the transaction that a reading or a stop belongs to
 */
public record Exchange(
        ChargerId charger,
        Said said,
        int transactionId,
        List<Sending> sendings,
        @Nullable Instant answeredAt) {

    /** What a charger says; the numbers tell one message of a charger from all its others. */
    public sealed interface Said {}

    /** StartTransaction; no two of a charger have the same reading. */
    public record Start(long meterStart) implements Said {}

    /** MeterValues; no two of a transaction have the same reading. */
    public record Reading(long wattHours) implements Said {}

    /** StopTransaction. */
    public record Stop(long meterStop) implements Said {}

    /** StatusNotification that changes the status; no two of a charger have the same info. */
    public record Status(String info) implements Said {}

    /** One attempt: when, to whom, and how it ended. */
    public record Sending(Instant at, String to, String result) {}

    public Exchange {
        sendings = List.copyOf(sendings);
    }

    /** The same, of the transaction with this number. */
    public Exchange of(int transaction) {
        return new Exchange(charger, said, transaction, sendings, answeredAt);
    }

    boolean isAnswered() {
        return answeredAt != null;
    }
}
