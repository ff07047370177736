package io.plugstream.webhook;

import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.secret.SecretConfiguration;
import io.plugstream.model.topic.Topics;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The webhook dispatcher: POSTs events from Kafka to webhooks, each at most once. */
@SpringBootApplication
@ConfigurationPropertiesScan({"io.plugstream.webhook", "io.plugstream.base.address"})
@Import(SecretConfiguration.class)
class WebhookDispatcherApplication {

    static void main(String[] arguments) {
        SpringApplication.run(WebhookDispatcherApplication.class, arguments);
    }

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
}
