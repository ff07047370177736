package io.plugstream.api.sandbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxView;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The table of what the API shows of the test chargers' states, which the sandbox writes. */
@Configuration(proxyBeanMethods = false)
class SandboxTables {

    @Bean
    TopicTable<ChargerId, SandboxView> sandboxStates(KafkaClients clients, MeterRegistry meters) {
        return new TopicTable<>(Topics.SANDBOX_STATES.readAs(SandboxView.class), clients, meters);
    }
}
