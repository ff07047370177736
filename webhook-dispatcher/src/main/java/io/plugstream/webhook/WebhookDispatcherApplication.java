package io.plugstream.webhook;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The webhook dispatcher: POSTs events from Kafka to webhooks, each at most once. */
@SpringBootApplication
@ConfigurationPropertiesScan({"io.plugstream.webhook", "io.plugstream.base.address", "io.plugstream.base.secret"})
class WebhookDispatcherApplication {

    static void main(String[] arguments) {
        SpringApplication.run(WebhookDispatcherApplication.class, arguments);
    }
}
