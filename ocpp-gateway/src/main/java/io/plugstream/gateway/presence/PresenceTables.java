package io.plugstream.gateway.presence;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class PresenceTables {

    @Bean
    TopicTable<ChargerId, HeldConnection> connectionsOfChargers(
            KafkaClients clients, MeterRegistry meters, TopicCreator topicsAreThere) {
        return new TopicTable<>(Topics.CONNECTIONS, clients, meters);
    }

    @Bean
    TopicTable<String, GatewayBeat> gatewayBeats(
            KafkaClients clients, MeterRegistry meters, TopicCreator topicsAreThere) {
        return new TopicTable<>(Topics.GATEWAY_BEATS, clients, meters);
    }
}
