package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.ValidPayload.integer;
import static io.plugstream.gateway.payload.ValidPayload.text;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.connector.ConnectorTracker;
import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.protocol.Answers;
import io.plugstream.gateway.protocol.ChargerAction;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.TransactionTracker;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.ChargerNotification.CertificateRequest;
import io.plugstream.model.event.ChargerNotification.DataTransfer;
import io.plugstream.model.event.ChargerNotification.DiagnosticsStatus;
import io.plugstream.model.event.ChargerNotification.FirmwareStatus;
import io.plugstream.model.event.ChargerNotification.LogStatus;
import io.plugstream.model.event.ChargerNotification.SecurityEvent;
import io.plugstream.model.event.ChargerNotification.SignedFirmwareStatus;
import io.plugstream.model.json.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Handles a charger's requests over one connection. When it returns an answer, the request is durable. */
final class Ocpp16Actions implements ChargerActions {

    private static final String TAG_INFORMATION = "idTagInfo";

    private final ChargerStream stream;
    private final TransactionTracker transactions;
    private final ConnectorTracker connectors;
    private final Duration heartbeatInterval;

    Ocpp16Actions(
            ChargerStream stream,
            TransactionTracker transactions,
            ConnectorTracker connectors,
            Duration heartbeatInterval) {
        this.stream = stream;
        this.transactions = transactions;
        this.connectors = connectors;
        this.heartbeatInterval = heartbeatInterval;
    }

    @Override
    public Optional<ChargerAction> named(String action) {
        return Action.named(action)
                .map(known -> new ChargerAction(
                        known.wireName(),
                        known.isRecorded(),
                        known::isOfTransaction,
                        (payload, strictness) ->
                                known.validate(payload, strictness).map(valid -> () -> answer(known, valid))));
    }

    @Override
    public ErrorCode refusal(String action) {
        return Action.refusal(action);
    }

    private ObjectNode answer(Action action, ObjectNode payload) throws NotAcknowledgedException {
        return switch (action) {
            case AUTHORIZE -> Answers.accepted(TAG_INFORMATION);
            case HEARTBEAT -> Answers.time(stream.now());
            case BOOT_NOTIFICATION -> {
                stream.publish(Messages.boot(stream.charger().chargeBoxId(), payload), null);
                yield Answers.status("Accepted")
                        .put("currentTime", Timestamps.format(stream.now()))
                        .put("interval", heartbeatInterval.toSeconds());
            }
            case STATUS_NOTIFICATION -> {
                connectors.status(Messages.status(payload));
                yield Answers.nothing();
            }
            case START_TRANSACTION ->
                Answers.accepted(TAG_INFORMATION).put("transactionId", transactions.start(Messages.start(payload)));
            case METER_VALUES -> {
                transactions.meterValues(Messages.meterValues(payload));
                yield Answers.nothing();
            }
            case STOP_TRANSACTION -> {
                transactions.stop(Messages.stop(payload));
                yield payload.has("idTag") ? Answers.accepted(TAG_INFORMATION) : Answers.nothing();
            }
            // Plugstream implements no vendor extensions, so each vendor is unknown.
            case DATA_TRANSFER ->
                noted(
                        new DataTransfer(
                                payload.path("vendorId").stringValue(),
                                text(payload, "messageId"),
                                text(payload, "data")),
                        null,
                        Answers.status("UnknownVendorId"));
            // Plugstream is no authority.
            case SIGN_CERTIFICATE ->
                noted(new CertificateRequest(payload.path("csr").stringValue()), null, Answers.status("Rejected"));
            case SECURITY_EVENT_NOTIFICATION ->
                noted(
                        new SecurityEvent(payload.path("type").stringValue(), text(payload, "techInfo")),
                        time(payload, "timestamp"),
                        Answers.nothing());
            case DIAGNOSTICS_STATUS_NOTIFICATION -> noted(new DiagnosticsStatus(status(payload)));
            case FIRMWARE_STATUS_NOTIFICATION -> noted(new FirmwareStatus(status(payload)));
            case LOG_STATUS_NOTIFICATION -> noted(new LogStatus(status(payload), integer(payload, "requestId")));
            case SIGNED_FIRMWARE_STATUS_NOTIFICATION ->
                noted(new SignedFirmwareStatus(status(payload), integer(payload, "requestId")));
        };
    }

    private static String status(ObjectNode payload) {
        return payload.path("status").stringValue();
    }

    private ObjectNode noted(ChargerNotification content) throws NotAcknowledgedException {
        return noted(content, null, Answers.nothing());
    }

    /** Stores a message. {@code occurredAt} is null if OCPP defines no time for it. */
    private ObjectNode noted(ChargerNotification content, @Nullable Instant occurredAt, ObjectNode answer)
            throws NotAcknowledgedException {
        stream.note(content, occurredAt);
        return answer;
    }
}
