package io.plugstream.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import java.util.function.LongSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The table of the dispatcher, and its shared beans. */
@Configuration(proxyBeanMethods = false)
class DispatcherConfiguration {

    @Bean
    TopicTable<String, OrganisationWebhooks> registrations(KafkaClients clients, MeterRegistry meters) {
        return new TopicTable<>(Topics.WEBHOOK_REGISTRATIONS, clients, meters);
    }

    /** A clock that is never set, for the ages of what this process saw begin (ADR 127). */
    @Bean
    LongSupplier nanos() {
        return System::nanoTime;
    }

    @Bean
    AddressRules addressRules(WebhookAddressProperties properties) {
        return properties.rules();
    }
}
