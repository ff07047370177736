package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.expected;
import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.unused;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;
import static io.plugstream.gateway.payload.ValidPayload.text;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Words;
import io.plugstream.gateway.transaction.TransactionStop;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A transaction ended (OCPP 1.6, 6.49).
 *
 * @param meterStop in Wh
 * @param timestamp null if the charger sent no readable one
 * @param reason {@code Local} if the charger sent none, {@code Other} for a tolerated word that OCPP does not define
 * @param transactionData empty if the charger sent none
 */
public record StopTransaction(
        int transactionId,
        @Nullable String idTag,
        long meterStop,
        @Nullable Instant timestamp,
        String reason,
        List<SampledValues> transactionData)
        implements Request {

    /** Reason, 7.36. */
    private static final Set<String> REASONS = Words.of("""
            DeAuthorized EVDisconnected EmergencyStop HardReset Local Other PowerLoss Reboot Remote SoftReset
            UnlockCommand
            """);

    private static final String OTHER = "Other";

    static final Shape PAYLOAD = object(
            required("transactionId", whole()),
            optional("idTag", IdTag.SHAPE),
            required("meterStop", new Shape.Meter()),
            expected("timestamp", new Shape.Time()),
            unused("reason", word(Deviation.UNKNOWN_WORD, REASONS)),
            optional("transactionData", readings(0, SampledValues.SHAPE)));

    public StopTransaction {
        transactionData = List.copyOf(transactionData);
    }

    static StopTransaction read(ObjectNode payload) {
        return new StopTransaction(
                payload.path("transactionId").intValue(),
                text(payload, "idTag"),
                payload.path("meterStop").longValue(),
                time(payload, "timestamp"),
                reason(payload),
                SampledValues.all(payload.path("transactionData")));
    }

    private static String reason(ObjectNode payload) {
        String reason = payload.path("reason").stringValue("Local");
        return REASONS.contains(reason) ? reason : OTHER;
    }

    TransactionStop toStop() {
        return new TransactionStop(
                transactionId,
                idTag,
                null,
                meterStop,
                timestamp,
                reason,
                MeterNormalisation.normalise(transactionData));
    }
}
