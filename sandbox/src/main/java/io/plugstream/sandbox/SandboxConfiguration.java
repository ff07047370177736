package io.plugstream.sandbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import io.plugstream.simulator.fleet.Fleet;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The two tables of the sandbox, and its chargers' shared beans. */
@Configuration(proxyBeanMethods = false)
class SandboxConfiguration {

    @Bean
    TopicTable<ChargerId, SandboxCharger> registeredChargers(KafkaClients clients, MeterRegistry meters) {
        return new TopicTable<>(Topics.SANDBOX_CHARGERS, clients, meters);
    }

    @Bean
    TopicTable<ChargerId, SandboxState> chargerStates(KafkaClients clients, MeterRegistry meters) {
        return new TopicTable<>(Topics.SANDBOX_STATES, clients, meters);
    }

    @Bean
    Fleet fleet(Clock clock) {
        return new Fleet(clock);
    }
}
