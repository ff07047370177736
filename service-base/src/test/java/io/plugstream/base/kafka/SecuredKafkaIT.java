package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.KafkaUser;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TestAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The production overlay's environment variables, against a broker that is set up as by Strimzi. */
class SecuredKafkaIT {

    private static final Path SETTINGS = Path.of("../deploy/kubernetes/overlays/production/settings.env");
    private static final String MOUNTED = "/etc/plugstream/kafka/ca.crt";
    private static final String TOPIC = "charger-events";

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static Kafka broker;

    @BeforeAll
    static void startBroker() throws Exception {
        authority = TestAuthority.in(Files.createDirectory(directory.resolve("right")));
        broker = RealParts.newSecuredKafka(authority.issue("localhost"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            KafkaUser user = new KafkaUser(admin, "service");
            user.setPassword();
            user.allow(ResourceType.TOPIC, TOPIC);
        }
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void adminProducerAndConsumerUseTlsAndLogIn() throws IOException {
        withClients(environment(), clients -> {
            assertThat(created(clients)).isEqualTo(1);
            assertThat(offsetOfSent(clients)).isZero();
            assertThat(firstRecord(clients).value()).isEqualTo("value");
        });
    }

    @Test
    void anotherAuthoritysCertificateIsRefused() throws IOException {
        Path other = TestAuthority.in(Files.createDirectory(directory.resolve("other")))
                .certificate();
        Map<String, Object> environment = environment();
        environment.put("SPRING_KAFKA_SSL_TRUSTSTORELOCATION", "file:" + other);

        withClients(environment, clients -> assertRefused(clients, SslAuthenticationException.class, 20_000));
    }

    @Test
    void aCertificateForAnotherHostIsRefused() throws IOException {
        Map<String, Object> environment = environment();
        environment.put("SPRING_KAFKA_BOOTSTRAPSERVERS", broker.securedServers().replace("localhost", "127.0.0.1"));

        withClients(environment, clients -> assertRefused(clients, SslAuthenticationException.class, 20_000));
    }

    @Test
    void aWrongPasswordIsRefused() throws IOException {
        Map<String, Object> environment = environment();
        environment.put("SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", login("wrong"));

        withClients(environment, clients -> assertRefused(clients, SaslAuthenticationException.class, 20_000));
    }

    @Test
    void plainTextGetsNoAnswer() throws IOException {
        Map<String, Object> environment = environment();
        environment.put("SPRING_KAFKA_SECURITY_PROTOCOL", "PLAINTEXT");

        withClients(environment, clients -> assertRefused(clients, TimeoutException.class, 3_000));
    }

    /** The overlay's settings with another address and another path of the CA certificate. */
    private static Map<String, Object> environment() throws IOException {
        Map<String, Object> environment = new HashMap<>();
        Files.readString(SETTINGS)
                .lines()
                .filter(line -> line.startsWith("SPRING_KAFKA_"))
                .map(line -> line.split("=", 2))
                .forEach(setting -> environment.put(
                        setting[0],
                        setting[1].replace(MOUNTED, authority.certificate().toString())));
        assertThat(environment).containsKeys("SPRING_KAFKA_BOOTSTRAPSERVERS", "SPRING_KAFKA_SSL_TRUSTSTORELOCATION");
        environment.put("SPRING_KAFKA_BOOTSTRAPSERVERS", broker.securedServers());
        environment.put("SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", login("right"));
        return environment;
    }

    /** The login as in the user's secret that Strimzi writes. */
    private static String login(String password) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"service\" password=\"%s\";"
                .formatted(password);
    }

    private static void withClients(Map<String, Object> environment, Consumer<KafkaClients> test) {
        new ApplicationContextRunner()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("overlay-systemEnvironment", environment)))
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, KafkaAutoConfiguration.class))
                .withBean(KafkaClients.class)
                .run(context -> test.accept(context.getBean(KafkaClients.class)));
    }

    private static int created(KafkaClients clients) {
        try (Admin admin = Admin.create(clients.admin())) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
            return admin.describeCluster().nodes().get().size();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long offsetOfSent(KafkaClients clients) {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(clients.producer(), new StringSerializer(), new StringSerializer())) {
            return producer.send(new ProducerRecord<>(TOPIC, "key", "value"))
                    .get()
                    .offset();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static ConsumerRecord<String, String> firstRecord(KafkaClients clients) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(clients.consumer(), new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(TOPIC, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return consumer.poll(Duration.ofSeconds(20)).iterator().next();
        }
    }

    private static void assertRefused(KafkaClients clients, Class<? extends Exception> cause, int withinMs) {
        try (Admin admin = Admin.create(clients.admin())) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> admin.describeCluster(new DescribeClusterOptions().timeoutMs(withinMs))
                            .nodes()
                            .get())
                    .withCauseInstanceOf(cause);
        }
    }
}
