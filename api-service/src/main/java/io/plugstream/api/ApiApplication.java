package io.plugstream.api;

import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.secret.SecretConfiguration;
import io.plugstream.base.shield.ShieldConfiguration;
import io.plugstream.model.topic.Topics;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The HTTP API as a process. */
@SpringBootApplication
@ConfigurationPropertiesScan({"io.plugstream.api", "io.plugstream.base.address"})
@Import({SecretConfiguration.class, ShieldConfiguration.class})
public class ApiApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ApiApplication.class, arguments);
    }

    @Bean
    TopicUse topics() {
        return new TopicUse(
                List.of(
                        Topics.CHARGER_REGISTRATIONS,
                        Topics.WEBHOOK_REGISTRATIONS,
                        Topics.WEBHOOK_TESTS,
                        Topics.API_CALLS,
                        Topics.CHARGER_COMMANDS,
                        Topics.FRAME_WATCHES,
                        Topics.SANDBOX_CHARGERS,
                        Topics.SANDBOX_ORDERS,
                        Topics.deadLetters("api-service")),
                List.of(
                        Topics.CHARGER_EVENTS,
                        Topics.CONNECTOR_EVENTS,
                        Topics.TRANSACTION_EVENTS,
                        Topics.WEBHOOK_CLAIMS,
                        Topics.WEBHOOK_DELIVERIES,
                        Topics.QUOTA_DECISIONS,
                        Topics.DAILY_USAGE,
                        Topics.COMMAND_RESULTS,
                        Topics.COMMAND_REPORTS,
                        Topics.REFUSED_HANDSHAKES,
                        Topics.CHARGER_FRAMES,
                        Topics.SANDBOX_STATES,
                        Topics.SANDBOX_COMMANDS));
    }
}
