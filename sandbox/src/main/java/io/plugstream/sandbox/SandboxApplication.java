package io.plugstream.sandbox;

import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.secret.SecretConfiguration;
import io.plugstream.model.topic.Topics;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The sandbox: simulates each test charger on a real connection. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(SecretConfiguration.class)
class SandboxApplication {

    /**
     * Sizes in bytes of the JDK's buffers for each WebSocket. The default of 16 KiB each would take more memory than
     * the rest of a charger, whose messages have some hundred bytes. A longer message takes more than one read or
     * write, and beyond the intermediate buffer more than one frame.
     */
    private static final Map<String, Integer> SOCKET_BUFFERS = Map.of(
            "jdk.httpclient.bufsize", 2048,
            "jdk.httpclient.websocket.writeBufferSize", 1024,
            "jdk.httpclient.websocket.intermediateBufferSize", 4096);

    static void main(String[] arguments) {
        SOCKET_BUFFERS.forEach((name, size) -> System.getProperties().putIfAbsent(name, Integer.toString(size)));
        SpringApplication.run(SandboxApplication.class, arguments);
    }

    @Bean
    TopicUse topics() {
        return new TopicUse(
                List.of(Topics.SANDBOX_STATES, Topics.SANDBOX_COMMANDS, Topics.deadLetters("sandbox")),
                List.of(Topics.SANDBOX_CHARGERS, Topics.SANDBOX_ORDERS));
    }
}
