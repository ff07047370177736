package io.plugstream.gateway.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.SeenReadings;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class MeterTables {

    /** Pause between two fetches. Connections know their own records and wait for those of other gateways. */
    private static final Duration FETCH_PAUSE = Duration.ofMillis(25);

    @Bean
    TopicTable<ChargerId, SeenReadings> seenReadings(
            KafkaClients clients, MeterRegistry meters, TopicCreator topicsAreThere) {
        return new TopicTable<>(Topics.SEEN_READINGS, FETCH_PAUSE, clients, meters);
    }
}
