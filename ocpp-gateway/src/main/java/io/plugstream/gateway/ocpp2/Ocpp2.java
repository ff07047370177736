package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.connector.ConnectorTrackers;
import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.transaction.StationTracker;
import io.plugstream.gateway.transaction.TransactionTrackers;
import io.plugstream.model.command.ChargerCommand;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** OCPP 2.0.1. */
@Component
final class Ocpp2 implements Protocol {

    private final TransactionTrackers transactions;
    private final ConnectorTrackers connectors;

    Ocpp2(TransactionTrackers transactions, ConnectorTrackers connectors) {
        this.transactions = transactions;
        this.connectors = connectors;
    }

    @Override
    public String name() {
        return "ocpp2.0.1";
    }

    @Override
    public Dialect dialect() {
        return Dialect.OCPP_2;
    }

    /** OCPP-J 2.0.1, section 3.3: a central system must support compression. */
    @Override
    public boolean mayCompress() {
        return true;
    }

    @Override
    public ChargerActions open(ChargerStream stream, Duration heartbeatInterval) {
        StationTracker tracker = transactions.openForStation(stream);
        EvseStates evses = new EvseStates(connectors.open(stream), tracker);
        return new Ocpp2Actions(stream, tracker, evses, heartbeatInterval);
    }

    @Override
    public Step begin(ChargerCommand command) {
        return Commands.begin(command);
    }
}
