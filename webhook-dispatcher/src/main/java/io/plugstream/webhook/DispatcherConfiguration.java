package io.plugstream.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
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

    /** Depends on the creator so that the topic exists before it is written. */
    @Bean
    DeadLetters deadLetters(
            TopicUse topics, KafkaClients clients, TopicCreator created, Instance instance, MeterRegistry meters) {
        return new DeadLetters(Topics.deadLetters("webhook-dispatcher"), topics, clients, instance, meters);
    }

    /** Depends on the creator so that the topic exists before it is read. */
    @Bean
    TopicTable<String, OrganisationWebhooks> registrations(
            KafkaClients clients, MeterRegistry meters, TopicCreator created) {
        return new TopicTable<>(Topics.WEBHOOK_REGISTRATIONS, clients, meters);
    }

    @Bean
    SecretCipher secretCipher(SecretKeyProperties properties) {
        return properties.cipher();
    }

    @Bean
    AddressRules addressRules(WebhookAddressProperties properties) {
        return properties.rules();
    }
}
