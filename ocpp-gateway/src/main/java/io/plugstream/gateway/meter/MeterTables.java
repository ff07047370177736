package io.plugstream.gateway.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.SeenReadings;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class MeterTables {

    @Bean
    TopicTable<ChargerId, SeenReadings> seenReadings(KafkaClients clients, MeterRegistry meters) {
        return new TopicTable<>(Topics.SEEN_READINGS, clients, meters);
    }
}
