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
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** A transaction ended (OCPP 1.6, 6.49). */
public record StopTransaction(TransactionStop stop) implements Request {

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
            optional("transactionData", readings(0, Schemas.METER_VALUE)));

    static StopTransaction read(ObjectNode payload) {
        return new StopTransaction(new TransactionStop(
                payload.path("transactionId").intValue(),
                text(payload, "idTag"),
                null,
                payload.path("meterStop").longValue(),
                time(payload, "timestamp"),
                reason(payload),
                Samples.of(payload.path("transactionData"))));
    }

    private static String reason(ObjectNode payload) {
        String reason = payload.path("reason").stringValue("Local");
        return REASONS.contains(reason) ? reason : OTHER;
    }
}
