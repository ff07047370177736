package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.connector.ConnectorTrackers;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.transaction.TransactionTrackers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The versions of OCPP 2 that this gateway supports. */
@Configuration(proxyBeanMethods = false)
class Ocpp2Versions {

    @Bean
    Protocol ocpp201(TransactionTrackers transactions, ConnectorTrackers connectors) {
        return new Ocpp2(Edition.V2_0_1, transactions, connectors);
    }
}
