package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of a charger, which was sent unchanged until it was answered.
 *
 * @param answeredAt null if it was never answered
 * @param transactionId the id in the answer to a start, or the transaction that a reading or a stop belongs to
 */
public record Exchange(
        ChargerId charger,
        Payload payload,
        int transactionId,
        List<Sending> sendings,
        @Nullable Instant answeredAt) {

    /** The content of a message; its numbers are unique among the messages of a charger. */
    public sealed interface Payload {}

    /** StartTransaction; no two of a charger have the same reading. */
    public record Start(long meterStart) implements Payload {}

    /** MeterValues; no two of a transaction have the same reading. */
    public record Reading(long wattHours) implements Payload {}

    /** StopTransaction. */
    public record Stop(long meterStop) implements Payload {}

    /**
     * StatusNotification of the connector or EVSE 1.
     *
     * @param at no two of a charger have the same time
     * @param status the connector's state from now on, in the terms of OCPP 1.6
     */
    public record Status(Instant at, String status) implements Payload {}

    /** One attempt with its time, gateway and result. */
    public record Sending(Instant at, String to, String result) {}

    public Exchange {
        sendings = List.copyOf(sendings);
    }

    /** The same exchange with this transaction id. */
    public Exchange of(int transaction) {
        return new Exchange(charger, payload, transaction, sendings, answeredAt);
    }

    boolean isAnswered() {
        return answeredAt != null;
    }
}
