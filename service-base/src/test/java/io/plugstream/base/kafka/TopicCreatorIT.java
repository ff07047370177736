package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.StartRefusedException;
import io.plugstream.model.topic.Topic;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** Topics that exist before a service starts. */
class TopicCreatorIT {

    private static final TopicProperties STANDARD = properties(true, true, null);

    private static KafkaClients clients;
    private static Admin admin;

    private final String name = "existing-" + UUID.randomUUID();

    @BeforeAll
    static void connect() {
        KafkaConnectionDetails connection = () -> List.of(RealParts.kafka().bootstrapServers());
        clients = new KafkaClients(new KafkaProperties(), connection);
        admin = clients.sharedAdmin();
    }

    @AfterAll
    static void disconnect() {
        clients.destroy();
    }

    @Test
    void missingTopicsAreCreatedAsInTheCatalogueAndPassTheCheck() throws Exception {
        Topic<?, ?> table = table();

        start(table, STANDARD);

        assertThat(settings()).isEqualTo(table.configuration());
        assertThatCode(() -> start(table, STANDARD)).doesNotThrowAnyException();
        assertThatCode(() -> start(table, properties(false, true, null))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "cleanup.policy, delete, compact",
        "cleanup.policy, 'compact,delete', compact",
        "min.insync.replicas, 2, at most 1",
    })
    void aTableThatCouldLoseEntriesStopsTheStart(String setting, String value, String wanted) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of("cleanup.policy", "compact"));
        settings.put(setting, value);
        create(2, settings);

        assertRefused(table(), STANDARD, setting + " is " + value + " and must be " + wanted);
    }

    @Test
    void aTableCreatedWithoutSettingsIsRefused() throws Exception {
        create(2, Map.of());

        assertRefused(table(), STANDARD, "cleanup.policy is delete and must be compact");
    }

    @Test
    void aCompactedLogIsRefused() throws Exception {
        create(2, Map.of("cleanup.policy", "compact"));

        assertRefused(log(), STANDARD, "cleanup.policy is compact and must be delete");
    }

    @Test
    void anotherNumberOfPartitionsIsRefused() throws Exception {
        create(3, Map.of("cleanup.policy", "compact"));

        assertRefused(table(), STANDARD, "number of partitions is 3 and must be 2");
    }

    @Test
    void fewerReplicasThanIntendedAreRefused() throws Exception {
        create(2, Map.of("cleanup.policy", "compact"));

        assertRefused(table(), properties(true, true, 3), "replication factor is 1 and must be at least 3");
    }

    @Test
    void aChangelogWithFewerReplicasThanIntendedIsRefused() throws Exception {
        create(2, Map.of("cleanup.policy", "compact,delete"));

        assertThatThrownBy(() -> startWithChangelogs(properties(true, true, 3), name))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("topic " + name + ": replication factor is 1 and must be at least 3");
        assertThatCode(() -> startWithChangelogs(STANDARD, name)).doesNotThrowAnyException();
        assertThatCode(() -> startWithChangelogs(properties(true, false, 3), name))
                .doesNotThrowAnyException();
    }

    @Test
    void missingChangelogsAreLeftToKafkaStreams() throws Exception {
        create(2, Map.of("min.insync.replicas", "2"));

        assertThatThrownBy(() -> startWithChangelogs(STANDARD, "missing-" + name, name))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("topic " + name + ": min.insync.replicas is 2 and must be at most 1");
        assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).doesNotContain("missing-" + name);
    }

    private static void startWithChangelogs(TopicProperties properties, String... changelogs)
            throws InterruptedException {
        new TopicCreator(clients, new TopicUse(List.of(), List.of(), List.of(changelogs)), properties).run();
    }

    @Test
    void producerTimestampsAreRefusedIfBrokerTimestampsAreRequired() throws Exception {
        create(2, Map.of("message.timestamp.type", "CreateTime"));

        assertRefused(stamped(), STANDARD, "message.timestamp.type is CreateTime and must be LogAppendTime");
    }

    @Test
    void aTopicOfAnOlderVersionGetsMissingSettings() throws Exception {
        create(2, Map.of("retention.ms", "-1"));

        start(stamped(), STANDARD);

        await().untilAsserted(() -> assertThat(settings()).containsEntry("message.timestamp.type", "LogAppendTime"));
    }

    @Test
    void settingsOfOperatorsAreKept() throws Exception {
        create(2, Map.of("cleanup.policy", "compact", "segment.bytes", "33554432"));

        start(table(), STANDARD);

        await("the broker has learned them")
                .untilAsserted(() -> assertThat(settings())
                        .containsEntry("segment.bytes", "33554432")
                        .containsEntry("segment.ms", "600000"));
    }

    @Test
    void topicsOfOthersAreCheckedAndNotChanged() throws Exception {
        create(2, Map.of("cleanup.policy", "compact"));
        start(table(), properties(false, true, null));
        assertThat(settings()).isEqualTo(Map.of("cleanup.policy", "compact"));

        assertRefused(stamped(), properties(false, true, null), "cleanup.policy is compact");
    }

    @Test
    void missingTopicsOfOthersAreNamed() {
        assertThatThrownBy(() -> start(table(), new TopicProperties(Duration.ofSeconds(1), false, true, null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(name);
    }

    /** Brokers that start one after the other register one after the other. */
    @Test
    void missingBrokersAreAwaited() {
        Duration patience = Duration.ofSeconds(2);
        long began = System.nanoTime();

        assertThatThrownBy(() -> start(table(), new TopicProperties(patience, true, true, 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("InvalidReplicationFactorException");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(patience);
    }

    @Test
    void theCheckCanBeTurnedOff() throws Exception {
        create(3, Map.of("cleanup.policy", "delete"));

        assertThatCode(() -> start(table(), properties(true, false, null))).doesNotThrowAnyException();
    }

    private void assertRefused(Topic<?, ?> topic, TopicProperties properties, String reason) {
        assertThatThrownBy(() -> start(topic, properties))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("topic " + name + ": ")
                .hasMessageContaining(reason);
    }

    private static void start(Topic<?, ?> topic, TopicProperties properties) throws InterruptedException {
        new TopicCreator(clients, new TopicUse(List.of(topic), List.of()), properties).run();
    }

    private void create(int partitions, Map<String, String> settings) throws Exception {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings);
        admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
    }

    /** The settings that were set on the topic itself. */
    private Map<String, String> settings() throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Config config = admin.describeConfigs(List.of(resource))
                .all()
                .get(30, TimeUnit.SECONDS)
                .get(resource);
        var described = admin.describeTopics(List.of(name)).allTopicNames().get(30, TimeUnit.SECONDS);
        ExistingTopic topic =
                ExistingTopic.of(Objects.requireNonNull(described.get(name)), Objects.requireNonNull(config));
        return topic.settings().entrySet().stream()
                .filter(setting -> topic.own().contains(setting.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Topic<?, ?> table() {
        return new Topic<>(name, Serdes.String(), Serdes.String(), 2, true, null);
    }

    private Topic<?, ?> log() {
        return new Topic<>(name, Serdes.String(), Serdes.String(), 2, false, Duration.ofDays(7));
    }

    private Topic<?, ?> stamped() {
        return new Topic<>(name, Serdes.String(), Serdes.String(), 2, false, null, true);
    }

    private static TopicProperties properties(boolean create, boolean check, @Nullable Integer replicas) {
        return new TopicProperties(Duration.ofSeconds(30), create, check, replicas);
    }
}
