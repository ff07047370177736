package io.plugstream.api.sandbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the sandbox says of its chargers. */
@Configuration(proxyBeanMethods = false)
class SandboxTables {

    /** Takes the creator so that the topic exists before it is read. */
    @Bean
    TopicTable<ChargerId, SandboxState> sandboxStates(
            KafkaClients clients, MeterRegistry meters, TopicCreator topicsAreThere) {
        return new TopicTable<>(Topics.SANDBOX_STATES, clients, meters);
    }
}
