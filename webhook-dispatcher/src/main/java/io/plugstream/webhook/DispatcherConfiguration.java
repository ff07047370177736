package io.plugstream.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.base.kafka.TopicUse;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The topics of the dispatcher, its table, and its shared beans. */
@Configuration(proxyBeanMethods = false)
class DispatcherConfiguration {

    @Bean
    TopicUse topics() {
        return new TopicUse(
                List.of(Topics.WEBHOOK_CLAIMS, Topics.WEBHOOK_DELIVERIES, Topics.deadLetters("webhook-dispatcher")),
                List.of(
                        Topics.CHARGER_EVENTS,
                        Topics.CONNECTOR_EVENTS,
                        Topics.TRANSACTION_EVENTS,
                        Topics.WEBHOOK_TESTS,
                        Topics.WEBHOOK_REGISTRATIONS));
    }

    @Bean
    TopicTable<String, OrganisationWebhooks> registrations(KafkaClients clients, MeterRegistry meters) {
        return new TopicTable<>(Topics.WEBHOOK_REGISTRATIONS, clients, meters);
    }

    @Bean
    AddressRules addressRules(WebhookAddressProperties properties) {
        return properties.rules();
    }
}
