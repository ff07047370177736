package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.topic.Topic;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

class TopicTableIT {

    private static final TopicProperties PROPERTIES = new TopicProperties(Duration.ofSeconds(30), true, true, null);

    private static KafkaClients clients;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Topic<String, Integer> topic = topicNamed("unnamed");

    @BeforeAll
    static void connect() {
        KafkaConnectionDetails connection = () -> List.of(RealParts.kafka().bootstrapServers());
        clients = new KafkaClients(new KafkaProperties(), connection);
    }

    @AfterAll
    static void disconnect() {
        clients.destroy();
    }

    @BeforeEach
    void createTopic() throws InterruptedException {
        topic = topicNamed("table-" + UUID.randomUUID());
        new TopicCreator(clients, new TopicUse(List.of(topic), List.of()), PROPERTIES).run();
    }

    @Test
    void creatorAppliesTheCataloguesSettingsAndMayRunAgain() throws Exception {
        new TopicCreator(clients, new TopicUse(List.of(topic), List.of(topic)), PROPERTIES).run();

        try (Admin admin = Admin.create(clients.admin())) {
            var described =
                    admin.describeTopics(List.of(topic.name())).allTopicNames().get(10, TimeUnit.SECONDS);
            assertThat(described.values())
                    .singleElement()
                    .satisfies(one -> assertThat(one.partitions()).hasSize(2));
        }
    }

    @Test
    void aRuleChoosesBetweenTwoRecordsAtTheStartAndAfterwards() throws Exception {
        write("a", 1);
        write("a", 2);
        write("a", 2);
        write("a", 7);
        TopicTable<String, Integer> table = new TopicTable<>(
                topic, TableRule.always((present, next) -> next == present + 1 ? next : present), clients, meters);
        try (var _ = started(table)) {
            assertThat(table.get("a")).isEqualTo(2);

            write("a", 9);
            write("a", 3);
            await().until(() -> Integer.valueOf(3).equals(table.get("a")));
        }
    }

    @Test
    void holdsTheNewestValueOfEachKeyAndFollowsChanges() throws Exception {
        write("a", 1);
        write("b", 2);
        write("a", 3);
        write("b", null);
        List<String> heard = new CopyOnWriteArrayList<>();
        TopicTable<String, Integer> table = table();
        table.addListener((key, value) -> heard.add(key + '=' + value));
        try (var _ = started(table)) {
            assertThat(table.entries()).isEqualTo(Map.of("a", 3));

            write("c", 4);
            await().until(() -> table.get("c") != null);
            write("c", null);
            await().until(() -> table.get("c") == null);

            assertThat(heard).containsExactly("a=3", "c=4", "c=null");
        }
    }

    @Test
    void skipsAndCountsAnUnreadableRecord() throws Exception {
        write("a", 1);
        writeBytes("a", "not a number".getBytes(StandardCharsets.UTF_8));
        try (var _ = started(table())) {
            write("b", 2);
            await().until(() -> meters.get("plugstream.table.entries").gauge().value() == 2);
        }
        assertThat(meters.get("plugstream.table.unreadable").counter().count()).isEqualTo(1);
    }

    @Test
    void keepsItsEntriesWhileTheBrokerIsAwayAndContinuesAfterwards() throws Exception {
        write("a", 1);
        TopicTable<String, Integer> table = table();
        try (var _ = started(table)) {
            // No other test of this JVM runs meanwhile.
            RealParts.kafka().stop();
            try {
                assertThat(table.get("a")).isEqualTo(1);
            } finally {
                RealParts.kafka().startAgain();
            }

            write("a", 2);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Integer.valueOf(2).equals(table.get("a")));
        }
    }

    @Test
    void keepsItsEntriesWhenItsTopicIsRecreatedAndReadsTheNewOne() throws Exception {
        write("a", 1);
        write("b", 2);
        write("c", 3);
        List<String> heard = new CopyOnWriteArrayList<>();
        TopicTable<String, Integer> table = table();
        table.addListener((key, value) -> heard.add(key + '=' + value));
        try (var _ = started(table)) {
            heard.clear();
            deleteTopic();
            createTopicAgain();

            write("d", 4);
            await().atMost(Duration.ofSeconds(60)).until(() -> table.get("d") != null);
            assertThat(table.entries()).isEqualTo(Map.of("a", 1, "b", 2, "c", 3, "d", 4));
            write("b", null);
            write("a", 5);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Integer.valueOf(5).equals(table.get("a")));

            assertThat(table.entries()).isEqualTo(Map.of("a", 5, "c", 3, "d", 4));
            assertThat(heard).containsExactlyInAnyOrder("d=4", "b=null", "a=5");
        }
    }

    @Test
    void stopsWithoutWaitingForRecords() {
        List<TopicTable<String, Integer>> tables =
                Stream.generate(this::table).limit(5).toList();
        tables.forEach(TopicTableIT::started);

        long begun = System.nanoTime();
        tables.forEach(TopicTable::stop);

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(1_500));
    }

    private void deleteTopic() throws Exception {
        try (Admin admin = Admin.create(clients.admin())) {
            admin.deleteTopics(List.of(topic.name())).all().get(30, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !admin.listTopics()
                            .names()
                            .get(10, TimeUnit.SECONDS)
                            .contains(topic.name()));
        }
    }

    private void createTopicAgain() throws InterruptedException {
        new TopicCreator(clients, new TopicUse(List.of(topic), List.of()), PROPERTIES).run();
    }

    private TopicTable<String, Integer> table() {
        return new TopicTable<>(topic, clients, meters);
    }

    private static AutoCloseable started(TopicTable<?, ?> table) {
        table.start();
        await().atMost(Duration.ofSeconds(20)).until(table::isCaughtUp);
        return table::stop;
    }

    private static Topic<String, Integer> topicNamed(String name) {
        return new Topic<>(name, Serdes.String(), new TextualInteger(), 2, true, null);
    }

    private void write(String key, @Nullable Integer value) throws Exception {
        writeBytes(key, value == null ? null : value.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void writeBytes(String key, byte @Nullable [] value) throws Exception {
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(clients.producer(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic.name(), key, value)).get(30, TimeUnit.SECONDS);
        }
    }
}
