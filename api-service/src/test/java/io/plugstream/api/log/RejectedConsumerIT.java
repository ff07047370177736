package io.plugstream.api.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.KafkaUser;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TestAuthority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.event.ConsumerRetryAuthEvent;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;

/** A consumer whose user has lost its password or its rights, and gets them back. */
class RejectedConsumerIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String TOPIC = Topics.REFUSED_HANDSHAKES.name();

    @TempDir
    Path directory;

    private final Queue<Object> events = new ConcurrentLinkedQueue<>();
    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    @Test
    void readsOnWhenTheBrokerNoLongerRejectsIt() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        try (Kafka broker = RealParts.newSecuredKafka(authority.issue("localhost"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
            send(broker, "before");
            KafkaUser user = new KafkaUser(admin, "service");
            ConcurrentMessageListenerContainer<byte[], byte[]> container = container(broker, user.settings(authority));
            container.start();
            try {
                awaitRejection();
                user.setPassword();
                awaitRejection();
                user.allow(ResourceType.TOPIC, TOPIC);
                user.allow(ResourceType.GROUP, "api-service");
                await().atMost(TIMEOUT).until(() -> received.contains("before"));
                assertThat(container.isRunning()).isTrue();
            } finally {
                container.stop();
            }
        }
    }

    /** Of an attempt that begins from now on. */
    private void awaitRejection() {
        events.clear();
        await().atMost(TIMEOUT).until(() -> events.stream().anyMatch(ConsumerRetryAuthEvent.class::isInstance));
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(Kafka broker, Map<String, String> login) {
        KafkaProperties properties = new KafkaProperties();
        properties.getProperties().putAll(login);
        KafkaConnectionDetails connection = () -> List.of(broker.securedServers());
        ListenerContainers containers =
                new ListenerContainers(new KafkaClients(properties, connection), new SimpleMeterRegistry());
        MessageListener<byte[], byte[]> listener =
                record -> received.add(new String(record.value(), StandardCharsets.UTF_8));
        ConcurrentMessageListenerContainer<byte[], byte[]> container =
                containers.container(Topics.REFUSED_HANDSHAKES, listener);
        container.setApplicationEventPublisher(events::add);
        return container;
    }

    private static void send(Kafka broker, String value) throws Exception {
        try (Producer<byte[], byte[]> producer =
                KafkaClients.openProducer(Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()))) {
            producer.send(new ProducerRecord<>(TOPIC, value.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
    }
}
