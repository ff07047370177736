package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.connector.ConnectorTrackers;
import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.transaction.TransactionTrackers;
import io.plugstream.model.command.ChargerCommand;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** OCPP 1.6. */
@Component
final class Ocpp16 implements Protocol {

    private final TransactionTrackers transactions;
    private final ConnectorTrackers connectors;

    Ocpp16(TransactionTrackers transactions, ConnectorTrackers connectors) {
        this.transactions = transactions;
        this.connectors = connectors;
    }

    @Override
    public String name() {
        return "ocpp1.6";
    }

    @Override
    public Dialect dialect() {
        return Dialect.OCPP_1_6;
    }

    /** OCPP-J 1.6 defines no compression (ADR 50). */
    @Override
    public boolean mayCompress() {
        return false;
    }

    @Override
    public ChargerActions open(ChargerStream stream, Duration heartbeatInterval) {
        return new Ocpp16Actions(stream, transactions.open(stream), connectors.open(stream), heartbeatInterval);
    }

    /** Commands have the names and payloads of OCPP 1.6. */
    @Override
    public Step begin(ChargerCommand command) {
        return new Step.Ask(command.action().wireName(), command.payload(), Step.Done::with);
    }
}
