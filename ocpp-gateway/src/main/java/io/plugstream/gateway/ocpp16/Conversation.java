package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.connector.ConnectorTracker;
import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.ocpp16.Response.IdTagInfo;
import io.plugstream.gateway.protocol.ChargerAction;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.TransactionTracker;
import io.plugstream.model.event.ChargerBooted;
import java.time.Duration;
import java.util.Optional;

/** Handles a charger's requests over one connection. When it returns a response, the request is durable. */
final class Conversation implements ChargerActions {

    private final ChargerStream stream;
    private final TransactionTracker transactions;
    private final ConnectorTracker connectors;
    private final Duration heartbeatInterval;

    Conversation(
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
                        (payload, strictness) -> known.validate(payload, strictness)
                                .map(request -> () -> answer(request).payload())));
    }

    @Override
    public ErrorCode refusal(String action) {
        return Action.refusal(action);
    }

    private Response answer(Request request) throws NotAcknowledgedException {
        return switch (request) {
            case Authorize _ -> new Response.Authorized(IdTagInfo.ACCEPTED);
            case Heartbeat _ -> new Response.HeartbeatReceived(stream.now());
            case BootNotification boot -> boot(boot);
            case StatusNotification(var status) -> {
                connectors.status(status);
                yield new Response.Noted();
            }
            case StartTransaction(var start) -> new Response.Started(IdTagInfo.ACCEPTED, transactions.start(start));
            case Notification(var content, var occurredAt, var answer) -> {
                stream.note(content, occurredAt);
                yield answer;
            }
            case MeterValues(var readings) -> {
                transactions.meterValues(readings);
                yield new Response.Noted();
            }
            case StopTransaction(var stop) -> {
                transactions.stop(stop);
                yield new Response.Stopped(stop.idTag() == null ? null : IdTagInfo.ACCEPTED);
            }
        };
    }

    private Response boot(BootNotification boot) throws NotAcknowledgedException {
        ChargerBooted event = new ChargerBooted(
                stream.charger().chargeBoxId(),
                boot.vendor(),
                boot.model(),
                boot.serialNumber(),
                boot.firmwareVersion());
        stream.publish(event, null);
        return new Response.Booted("Accepted", stream.now(), heartbeatInterval.toSeconds());
    }
}
