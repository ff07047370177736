package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.connector.ConnectorBook;
import io.plugstream.gateway.connector.ConnectorBooks;
import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.transaction.StationBook;
import io.plugstream.gateway.transaction.TransactionBooks;
import io.plugstream.model.command.ChargerCommand;
import java.time.Duration;

/** OCPP 2, in one of its versions. */
final class Ocpp2 implements Protocol {

    private final Edition edition;
    private final TransactionBooks transactions;
    private final ConnectorBooks connectors;

    Ocpp2(Edition edition, TransactionBooks transactions, ConnectorBooks connectors) {
        this.edition = edition;
        this.transactions = transactions;
        this.connectors = connectors;
    }

    @Override
    public String name() {
        return edition.name();
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
        StationBook book = transactions.openForStation(stream);
        ConnectorBook states = connectors.open(stream);
        return new ActionsOf(edition, new Conversation(stream, book, new EvseStates(states, book), heartbeatInterval));
    }

    @Override
    public Step begin(ChargerCommand command) {
        return Commands.begin(command);
    }
}
