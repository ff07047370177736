package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
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

/** Clients of a broker that is set up as by Strimzi. Most have the production overlay's environment variables. */
class SecuredKafkaIT {

    private static final Path SETTINGS = Path.of("../deploy/kubernetes/overlays/production/settings.env");
    private static final String MOUNTED = "/etc/plugstream/kafka/ca.crt";
    private static final String TOPIC = "charger-events";

    /** The topic of users that lack their password or their rights at first. */
    private static final String CONTESTED = "contested";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static Kafka broker;
    private static Admin operator;

    @BeforeAll
    static void startBroker() throws Exception {
        authority = TestAuthority.in(Files.createDirectory(directory.resolve("right")));
        broker = RealParts.newSecuredKafka(authority.issue("localhost"));
        operator = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        operator.createTopics(List.of(new NewTopic(CONTESTED, 1, (short) 1)))
                .all()
                .get();
        KafkaUser user = new KafkaUser(operator, "service");
        user.setPassword();
        user.allow(ResourceType.TOPIC, TOPIC);
    }

    @AfterAll
    static void stopBroker() {
        operator.close();
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

    @Test
    void aProducerWithoutRightsWritesWhenItGetsThem() throws Exception {
        KafkaUser user = new KafkaUser(operator, "without-rights");
        user.setPassword();
        try (Producer<byte[], byte[]> producer = producer(user)) {
            awaitRejection(producer);
            user.allow(ResourceType.TOPIC, CONTESTED);
            awaitAcceptance(producer);
        }
    }

    @Test
    void aProducerWritesWhenItsPasswordIsAccepted() throws Exception {
        KafkaUser user = new KafkaUser(operator, "without-password");
        user.allow(ResourceType.TOPIC, CONTESTED);
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
            producer.send(new ProducerRecord<>(CONTESTED, new byte[1])).get(5, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | KafkaException | java.util.concurrent.TimeoutException e) {
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
