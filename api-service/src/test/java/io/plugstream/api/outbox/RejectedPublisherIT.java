package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.KafkaUser;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TestAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** A publisher whose user lacks an ACL of one topic, and gets it. */
class RejectedPublisherIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String ALLOWED = "charger-registrations";
    private static final String FORBIDDEN = "webhook-registrations";

    @TempDir
    Path directory;

    @Test
    void publishesOtherTopicsAndThenThisOne() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        try (Kafka broker = RealParts.newSecuredKafka(authority.issue("localhost"));
                Admin operator = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            operator.createTopics(Stream.of(ALLOWED, FORBIDDEN)
                            .map(topic -> new NewTopic(topic, 1, (short) 1))
                            .toList())
                    .all()
                    .get();
            KafkaUser user = new KafkaUser(operator, "api-service");
            user.setPassword();
            user.allow(ResourceType.TRANSACTIONAL_ID, "plugstream-api-outbox");
            user.allow(ResourceType.TOPIC, ALLOWED);
            try (RegistrationPublisher publisher = new RegistrationPublisher(clients(broker, user, authority))) {
                publish(ALLOWED, publisher);
                assertThatExceptionOfType(RefusedRecordsException.class)
                        .isThrownBy(() -> publish(FORBIDDEN, publisher));
                publish(ALLOWED, publisher);

                user.allow(ResourceType.TOPIC, FORBIDDEN);
                await().atMost(TIMEOUT)
                        .ignoreExceptionsInstanceOf(RefusedRecordsException.class)
                        .untilAsserted(() -> publish(FORBIDDEN, publisher));
            }
        }
    }

    private static void publish(String topic, RegistrationPublisher publisher) {
        TopicPartition partition = new TopicPartition(topic, 0);
        publisher.prepare(partition, TIMEOUT);
        publisher.publish(partition, List.of(new ProducerRecord<>(topic, new byte[] {1}, new byte[] {2})));
    }

    private static KafkaClients clients(Kafka broker, KafkaUser user, TestAuthority authority) {
        KafkaProperties properties = new KafkaProperties();
        properties.getProperties().putAll(user.settings(authority));
        KafkaConnectionDetails connection = () -> List.of(broker.securedServers());
        return new KafkaClients(properties, connection);
    }
}
