package io.plugstream.api.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TestAuthority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
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
            ConcurrentMessageListenerContainer<byte[], byte[]> container = container(broker, authority);
            container.start();
            try {
                awaitRejection();
                setPassword(admin);
                awaitRejection();
                allow(admin);
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

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(Kafka broker, TestAuthority authority) {
        KafkaProperties properties = new KafkaProperties();
        properties
                .getProperties()
                .putAll(Map.of(
                        "security.protocol",
                        "SASL_SSL",
                        "sasl.mechanism",
                        "SCRAM-SHA-512",
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required"
                                + " username=\"service\" password=\"right\";",
                        "ssl.truststore.type",
                        "PEM",
                        "ssl.truststore.location",
                        authority.certificate().toString()));
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

    private static void setPassword(Admin admin) throws Exception {
        ScramCredentialInfo scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
        admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("service", scram, "right")))
                .all()
                .get();
    }

    private static void allow(Admin admin) throws Exception {
        admin.createAcls(Stream.of(
                                new ResourcePattern(ResourceType.TOPIC, TOPIC, PatternType.LITERAL),
                                new ResourcePattern(ResourceType.GROUP, "api-service", PatternType.PREFIXED))
                        .map(resource -> new AclBinding(
                                resource,
                                new AccessControlEntry("User:service", "*", AclOperation.ALL, AclPermissionType.ALLOW)))
                        .toList())
                .all()
                .get();
    }
}
