package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.connector.ConnectorBooks;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.transaction.TransactionBooks;
import org.springframework.context.annotation.Bean;

/** Makes a gateway offer OCPP 2.0.1, which it does not do by itself yet. */
public class Ocpp2Offered {

    @Bean
    Protocol ocpp201(TransactionBooks transactions, ConnectorBooks connectors) {
        return new Ocpp2(Edition.V2_0_1, transactions, connectors);
    }
}
