package io.plugstream.gateway.connector;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ConnectorTables {

    /** Pause between two fetches. Connections know their own records and wait for those of other gateways. */
    private static final Duration FETCH_PAUSE = Duration.ofMillis(25);

    @Bean
    TopicTable<ChargerId, ConnectorStates> connectorStates(
            KafkaClients clients, MeterRegistry meters, TopicCreator topicsAreThere) {
        return new TopicTable<>(Topics.CONNECTOR_STATES, FETCH_PAUSE, clients, meters);
    }
}
