package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.ValidPayload;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Violation;
import io.plugstream.gateway.protocol.Answers;
import io.plugstream.gateway.protocol.ChargerAction;
import io.plugstream.gateway.protocol.ChargerAction.Work;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.StationEvent;
import io.plugstream.gateway.transaction.StationTracker;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.transaction.StationTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Handles a station's requests over one connection. When it returns an answer, the request is durable. */
final class Ocpp2Actions implements ChargerActions {

    private static final String TOKEN_INFORMATION = "idTokenInfo";

    /** By so much an event's time may differ from ours if the event tells the present state. */
    private static final Duration PRESENT = Duration.ofMinutes(5);

    private final ChargerStream stream;
    private final StationTracker transactions;
    private final EvseStates evses;
    private final Reports reports;
    private final Duration heartbeatInterval;

    Ocpp2Actions(ChargerStream stream, StationTracker transactions, EvseStates evses, Duration heartbeatInterval) {
        this.stream = stream;
        this.transactions = transactions;
        this.evses = evses;
        this.reports = new Reports(stream);
        this.heartbeatInterval = heartbeatInterval;
    }

    /** OCPP 2.0.1, E13: a CALLERROR is a failed attempt, and the station discards the event after the last one. */
    @Override
    public Optional<ChargerAction> named(String action) {
        return Action.named(action)
                .map(known -> new ChargerAction(
                        known.wireName(),
                        known.isRecorded(),
                        _ -> known == Action.TRANSACTION_EVENT,
                        (payload, strictness) -> validated(known, payload, strictness)));
    }

    @Override
    public ErrorCode refusal(String action) {
        return Action.isOfCentralSystem(action) ? ErrorCode.NOT_SUPPORTED : ErrorCode.NOT_IMPLEMENTED;
    }

    private Validation<Work> validated(Action action, ObjectNode payload, Strictness strictness) {
        Validation<ObjectNode> verdict = action.validate(payload, strictness);
        if (action == Action.GET_15118_EV_CERTIFICATE && verdict instanceof Validation.Valid) {
            return new Validation.Invalid<>(
                    new Violation(ErrorCode.NOT_SUPPORTED, "Contract certificates are not supported"));
        }
        return verdict.map(valid -> () -> answer(action, valid));
    }

    private ObjectNode answer(Action action, ObjectNode payload) throws NotAcknowledgedException {
        return switch (action) {
            case AUTHORIZE -> authorized(payload.has("certificate") || payload.has("iso15118CertificateHashData"));
            case HEARTBEAT -> Answers.time(stream.now());
            case BOOT_NOTIFICATION -> {
                stream.publish(Messages.boot(stream.charger().chargeBoxId(), payload), null);
                yield Answers.time(stream.now())
                        .put("interval", heartbeatInterval.toSeconds())
                        .put("status", "Accepted");
            }
            case STATUS_NOTIFICATION -> {
                evses.connector(
                        payload.path("evseId").asInt(),
                        payload.path("connectorId").asInt(),
                        payload.path("connectorStatus").stringValue(),
                        ValidPayload.time(payload, "timestamp"));
                yield Answers.nothing();
            }
            case NOTIFY_EVENT -> {
                notified(payload);
                yield Answers.nothing();
            }
            case TRANSACTION_EVENT -> transactionEvent(payload);
            case METER_VALUES -> {
                transactions.meterValues(new MeterReadings(
                        payload.path("evseId").asInt(), null, Samples.of(payload.path("meterValue"))));
                yield Answers.nothing();
            }
            case NOTIFY_CUSTOMER_INFORMATION -> {
                // Customer information is for the client that requested it, not for the log.
                ObjectNode known = payload.deepCopy();
                known.remove("data");
                note(action, known, reports.part(action, payload));
                yield Answers.nothing();
            }
            case DATA_TRANSFER -> noted(action, payload, Answers.status("UnknownVendorId"));
            case SIGN_CERTIFICATE, NOTIFY_EV_CHARGING_NEEDS -> noted(action, payload, Answers.status("Rejected"));
            case NOTIFY_EV_CHARGING_SCHEDULE -> noted(action, payload, Answers.status("Accepted"));
            case GET_CERTIFICATE_STATUS -> noted(action, payload, Answers.status("Failed"));
            case GET_15118_EV_CERTIFICATE -> throw new IllegalStateException("the validation rejects it");
            case FIRMWARE_STATUS_NOTIFICATION,
                    LOG_STATUS_NOTIFICATION,
                    NOTIFY_DISPLAY_MESSAGES,
                    NOTIFY_MONITORING_REPORT,
                    NOTIFY_REPORT,
                    REPORT_CHARGING_PROFILES -> {
                note(action, payload, reports.part(action, payload));
                yield Answers.nothing();
            }
            case CLEARED_CHARGING_LIMIT,
                    NOTIFY_CHARGING_LIMIT,
                    PUBLISH_FIRMWARE_STATUS_NOTIFICATION,
                    RESERVATION_STATUS_UPDATE,
                    SECURITY_EVENT_NOTIFICATION -> noted(action, payload, Answers.nothing());
        };
    }

    /** Publishes the transactions that have waited long enough for missing events. */
    @Override
    public void settle() throws NotAcknowledgedException {
        transactions.settle();
    }

    private ObjectNode transactionEvent(ObjectNode payload) throws NotAcknowledgedException {
        StationEvent event = Messages.transactionEvent(payload, stream.now());
        StationTransaction transaction = transactions.handle(event);
        boolean offline = payload.path("offline").asBoolean(false);
        evses.transaction(transaction, event, offline, offline && isOfThePast(payload));
        return payload.has("idToken") ? Answers.accepted(TOKEN_INFORMATION) : Answers.nothing();
    }

    /** A station that lost its connection for a moment says {@code offline} of events that are still of the present. */
    private boolean isOfThePast(ObjectNode payload) {
        @Nullable Instant at = ValidPayload.time(payload, "timestamp");
        return at == null || Duration.between(at, stream.now()).abs().compareTo(PRESENT) > 0;
    }

    /** Plugstream checks no contract certificates. */
    private static ObjectNode authorized(boolean withCertificate) {
        ObjectNode answer = Answers.accepted(TOKEN_INFORMATION);
        return withCertificate ? answer.put("certificateStatus", "NoCertificateAvailable") : answer;
    }

    /** A message with statuses only is published as events. Any other message is stored as a whole. */
    private void notified(ObjectNode payload) throws NotAcknowledgedException {
        boolean statusesAlone = true;
        for (JsonNode event : payload.path("eventData")) {
            statusesAlone &= evses.notified(event);
        }
        if (!statusesAlone) {
            note(Action.NOTIFY_EVENT, payload, null);
        }
    }

    private ObjectNode noted(Action action, ObjectNode payload, ObjectNode answer) throws NotAcknowledgedException {
        note(action, payload, null);
        return answer;
    }

    private void note(Action action, ObjectNode payload, @Nullable ReportPart part) throws NotAcknowledgedException {
        stream.note(
                new ChargerNotification.StationMessage(action.wireName(), payload),
                ValidPayload.time(payload, "timestamp"),
                part);
    }
}
