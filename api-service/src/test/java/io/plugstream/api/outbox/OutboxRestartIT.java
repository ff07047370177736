package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How relays start, with different contents of topic and table. */
class OutboxRestartIT {

    private static final String ORGANISATION = "restarted";
    private static final String SMALL_PAGES = "--plugstream.outbox.compare-at-once=2";

    static final Kafka kafka = RealParts.kafka();
    static Database database;
    static Settings settings;

    @BeforeAll
    static void start() {
        database = Database.fresh(RealParts.postgres());
        settings = new Settings(database);
        settings.addOrganisation(ORGANISATION, "Scale");
    }

    @Test
    void aStartRestoresAnEmptiedTopicAndRemovesUnknownEntries() throws Exception {
        List<ChargerId> known = chargers("known");
        List<ChargerId> strangers = chargers("stranger");
        ChargerId garbled = charger("garbled");
        known.forEach(settings::addCharger);
        settings.addCharger(garbled);
        try (RunningService _ = RunningService.start(kafka, database);
                var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            // These rows were written while no relay was running.
            known.forEach(id -> topic.await(id, Objects::nonNull));
            topic.await(garbled, Objects::nonNull);
            settings.awaitEmptyOutbox();
        }
        emptyTopic();
        for (ChargerId stranger : strangers) {
            write(
                    stranger,
                    "{\"organisationId\":\"restarted\",\"chargeBoxId\":\"%s\",\"mode\":\"live\"}"
                            .formatted(stranger.chargeBoxId()));
        }
        write(garbled, "not JSON");

        try (RunningService _ = RunningService.start(kafka, database, SMALL_PAGES);
                var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            known.forEach(id -> topic.await(id, Objects::nonNull));
            topic.await(garbled, Objects::nonNull);
            // The records of the strangers, and then their tombstones.
            strangers.forEach(id -> topic.await(id, value -> value == null && topic.seen(id) > 1));
            assertThat(known).allSatisfy(id -> assertThat(topic.seen(id)).isOne());
        }
    }

    @Test
    void anotherReplicaTakesOverAndOnlyOneLeads() {
        RunningService first = RunningService.start(kafka, database, "--plugstream.instance=one");
        try (RunningService second = RunningService.start(kafka, database, "--plugstream.instance=two");
                var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            Settings.awaitLead(first);
            assertThat(Settings.gauge(second, "plugstream.api.outbox.leading")).isZero();
            first.close();
            ChargerId id = charger("taken-over");
            settings.addCharger(id);

            topic.await(id, Objects::nonNull);
            assertThat(Settings.gauge(second, "plugstream.api.outbox.leading")).isOne();
        } finally {
            first.close();
        }
    }

    /** More than two pages. */
    private static List<ChargerId> chargers(String name) {
        return IntStream.range(0, 5).mapToObj(i -> charger(name + '-' + i)).toList();
    }

    private static ChargerId charger(String name) {
        return new ChargerId(ORGANISATION, name);
    }

    private static void emptyTopic() throws Exception {
        String topic = Topics.CHARGER_REGISTRATIONS.name();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            // Kafka does not delete records of a topic that is only compacted.
            setCleanUp(admin, topic, "compact,delete");
            Map<TopicPartition, RecordsToDelete> everything = IntStream.range(
                            0, Topics.CHARGER_REGISTRATIONS.partitions())
                    .boxed()
                    .collect(Collectors.toMap(
                            partition -> new TopicPartition(topic, partition), _ -> RecordsToDelete.beforeOffset(-1)));
            admin.deleteRecords(everything).all().get(20, TimeUnit.SECONDS);
            setCleanUp(admin, topic, "compact");
        }
    }

    private static void setCleanUp(Admin admin, String topic, String policy) throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", policy), AlterConfigOp.OpType.SET))))
                .all()
                .get(20, TimeUnit.SECONDS);
    }

    private static void write(ChargerId key, String value) throws Exception {
        var topic = Topics.CHARGER_REGISTRATIONS;
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            topic.name(),
                            topic.keys().serializer().serialize(topic.name(), key),
                            value.getBytes(StandardCharsets.UTF_8)))
                    .get(20, TimeUnit.SECONDS);
        }
    }
}
