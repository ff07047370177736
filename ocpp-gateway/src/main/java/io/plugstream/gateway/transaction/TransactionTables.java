package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerTransactions;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TransactionTables {

    @Bean
    TopicTable<ChargerId, ChargerTransactions> openTransactions(
            KafkaClients clients, MeterRegistry meters, TopicCreator topicsAreThere) {
        return new TopicTable<>(Topics.OPEN_TRANSACTIONS, ChargerTransactions::following, clients, meters);
    }
}
