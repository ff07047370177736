package io.plugstream.api.outbox;

import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** A topic is deleted and created anew while the service runs. */
class RecreatedTopicIT {

    private static final ChargerId CHARGER = new ChargerId("recreated", "CP-1");

    @Test
    void registrationsArePublishedAgain() throws Exception {
        Database database = Database.fresh(RealParts.postgres());
        Settings settings = new Settings(database);
        settings.addOrganisation(CHARGER.organisationId(), "Scale");
        settings.addCharger(CHARGER);
        settings.addWebhook(CHARGER.organisationId(), "https://example.com/");
        try (Kafka kafka = RealParts.newKafka();
                RunningService _ = RunningService.start(kafka, database)) {
            awaitKey(kafka, Topics.CHARGER_REGISTRATIONS, CHARGER);
            awaitKey(kafka, Topics.WEBHOOK_REGISTRATIONS, CHARGER.organisationId());

            recreate(kafka, Topics.CHARGER_REGISTRATIONS);
            awaitKey(kafka, Topics.CHARGER_REGISTRATIONS, CHARGER);

            recreate(kafka, Topics.WEBHOOK_REGISTRATIONS);
            awaitKey(kafka, Topics.WEBHOOK_REGISTRATIONS, CHARGER.organisationId());
            settings.awaitEmptyOutbox();
        }
    }

    private static <K> void awaitKey(Kafka kafka, Topic<K, ?> topic, K key) {
        try (var watch = new TopicWatch<>(kafka, topic)) {
            watch.await(key, Objects::nonNull);
        }
    }

    private static void recreate(Kafka kafka, Topic<?, ?> topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic.name())).all().get(20, TimeUnit.SECONDS);
            await().until(() ->
                    !admin.listTopics().names().get(20, TimeUnit.SECONDS).contains(topic.name()));
            admin.createTopics(List.of(topic.creation())).all().get(20, TimeUnit.SECONDS);
        }
    }
}
