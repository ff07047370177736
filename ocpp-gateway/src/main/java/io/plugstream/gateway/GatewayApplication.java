package io.plugstream.gateway;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.shield.ShieldConfiguration;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.model.topic.Topics;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The OCPP gateway. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(ShieldConfiguration.class)
public class GatewayApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(GatewayApplication.class, arguments);
    }

    @Bean
    TopicUse topics() {
        return new TopicUse(
                List.of(
                        Topics.CHARGER_EVENTS,
                        Topics.CONNECTOR_EVENTS,
                        Topics.TRANSACTION_EVENTS,
                        Topics.CHARGER_NOTIFICATIONS,
                        Topics.CONNECTIONS,
                        Topics.GATEWAY_BEATS,
                        Topics.OPEN_TRANSACTIONS,
                        Topics.CONNECTOR_STATES,
                        Topics.SEEN_READINGS,
                        Topics.TRANSACTION_ID_BLOCKS,
                        Topics.COMMAND_RESULTS,
                        Topics.COMMAND_REPORTS,
                        Topics.REFUSED_HANDSHAKES,
                        Topics.CHARGER_FRAMES),
                List.of(Topics.CHARGER_REGISTRATIONS, Topics.CHARGER_COMMANDS, Topics.FRAME_WATCHES));
    }

    @Bean
    TimeBasedEpochGenerator eventIds() {
        return Generators.timeBasedEpochGenerator();
    }

    @Bean
    GatewayRun gatewayRun(TimeBasedEpochGenerator ids) {
        return new GatewayRun(ids.generate());
    }
}
