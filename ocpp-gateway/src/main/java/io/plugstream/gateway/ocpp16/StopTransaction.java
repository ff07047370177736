package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Words;
import io.plugstream.gateway.transaction.TransactionStop;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    public StopTransaction {
        transactionData = List.copyOf(transactionData);
    }

    static StopTransaction read(Fields fields) {
        return new StopTransaction(
                fields.integer("transactionId"),
                IdTag.readOptional(fields),
                fields.meterReading("meterStop"),
                fields.messageTime("timestamp"),
                reason(fields),
                fields.optionalReadings("transactionData", SampledValues::read));
    }

    private static String reason(Fields fields) {
        String reason = Objects.requireNonNullElse(
                fields.unused(() -> fields.optionalWord("reason", REASONS, Deviation.UNKNOWN_WORD)), "Local");
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
