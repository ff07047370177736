package io.plugstream.webhook;

import io.plugstream.base.secret.SecretConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** The webhook dispatcher: POSTs events from Kafka to webhooks, each at most once. */
@SpringBootApplication
@ConfigurationPropertiesScan({"io.plugstream.webhook", "io.plugstream.base.address"})
@Import(SecretConfiguration.class)
class WebhookDispatcherApplication {

    static void main(String[] arguments) {
        SpringApplication.run(WebhookDispatcherApplication.class, arguments);
    }
}
