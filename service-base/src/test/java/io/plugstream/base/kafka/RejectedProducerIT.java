package io.plugstream.base.kafka;

import static org.awaitility.Awaitility.await;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.KafkaUser;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TestAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A producer whose user lacks its password or its rights when it is created, and gets them. */
class RejectedProducerIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String TOPIC = "charger-events";

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static Kafka broker;
    private static Admin operator;

    @BeforeAll
    static void startBroker() throws Exception {
        authority = TestAuthority.in(directory);
        broker = RealParts.newSecuredKafka(authority.issue("localhost"));
        operator = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        operator.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
    }

    @AfterAll
    static void stopBroker() {
        operator.close();
        broker.close();
    }

    @Test
    void writesWhenItGetsItsRights() throws Exception {
        KafkaUser user = new KafkaUser(operator, "without-rights");
        user.setPassword();
        try (Producer<byte[], byte[]> producer = producer(user)) {
            awaitRejection(producer);
            user.allow(ResourceType.TOPIC, TOPIC);
            awaitAcceptance(producer);
        }
    }

    @Test
    void writesWhenItsPasswordIsAccepted() throws Exception {
        KafkaUser user = new KafkaUser(operator, "without-password");
        user.allow(ResourceType.TOPIC, TOPIC);
        try (Producer<byte[], byte[]> producer = producer(user)) {
            awaitRejection(producer);
            user.setPassword();
            awaitAcceptance(producer);
        }
    }

    private static void awaitRejection(Producer<byte[], byte[]> producer) {
        await().atMost(TIMEOUT).until(() -> !accepts(producer));
    }

    private static void awaitAcceptance(Producer<byte[], byte[]> producer) {
        await().atMost(TIMEOUT).until(() -> accepts(producer));
    }

    private static boolean accepts(Producer<byte[], byte[]> producer) throws InterruptedException {
        try {
            producer.send(new ProducerRecord<>(TOPIC, new byte[1])).get(5, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | KafkaException | TimeoutException e) {
            return false;
        }
    }

    private static Producer<byte[], byte[]> producer(KafkaUser user) {
        Map<String, Object> settings = new HashMap<>(user.settings(authority));
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.securedServers());
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_500);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 3_000);
        return KafkaClients.openProducer(settings);
    }
}
