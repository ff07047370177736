package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A relay while it runs. */
class OutboxRelayIT {

    private static final Duration POLL = Duration.ofSeconds(20);

    static final Kafka kafka = RealParts.kafka();
    static RunningService service;
    static Settings settings;

    @BeforeAll
    static void start() {
        service = RunningService.start(
                kafka, Database.fresh(RealParts.postgres()), "--plugstream.outbox.poll=" + POLL.toSeconds() + "s");
        settings = new Settings(service.database());
        Settings.awaitLead(service);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void changesArePublishedWithoutWaitingForThePollAndRemovedFromTheOutbox() {
        settings.addOrganisation("fast", "Starter");
        try (var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            for (int i = 0; i < 5; i++) {
                ChargerId id = new ChargerId("fast", "CP-" + i);
                settings.addCharger(id);

                assertThat(topic.await(id, Objects::nonNull)).isLessThan(POLL.dividedBy(2));
                assertThat(topic.get(id))
                        .usingRecursiveComparison()
                        .ignoringFields("registeredAt")
                        .isEqualTo(new ChargerRegistration(
                                "fast", id.chargeBoxId(), Mode.LIVE, Settings.HASH, Instant.EPOCH));
            }
            settings.removeCharger(new ChargerId("fast", "CP-0"));
            assertThat(topic.await(new ChargerId("fast", "CP-0"), Objects::isNull))
                    .isLessThan(POLL.dividedBy(2));
        }
        settings.awaitEmptyOutbox();
        assertThat(Settings.gauge(service, "plugstream.api.outbox.pending")).isZero();
    }

    @Test
    void theLastOfManyChangesOfAnOrganisationIsPublishedLast() {
        settings.addOrganisation("busy", "Starter");
        UUID webhook = settings.addWebhook("busy", "https://example.com/0");
        for (int i = 1; i <= 100; i++) {
            settings.changeUrl(webhook, "busy", "https://example.com/" + i);
        }
        settings.awaitEmptyOutbox();

        try (var topic = new TopicWatch<>(kafka, Topics.WEBHOOK_REGISTRATIONS)) {
            topic.await("busy", webhooks -> urls(webhooks).equals(List.of("https://example.com/100")));
            topic.read(Duration.ofMillis(300));
            assertThat(urls(topic.get("busy"))).containsExactly("https://example.com/100");
        }
    }

    @Test
    void webhooksAreInactiveOnFreeAndActiveAfterAnUpgrade() {
        settings.addOrganisation("moody", "Growth");
        settings.addWebhook("moody", "https://example.com/");
        try (var topic = new TopicWatch<>(kafka, Topics.WEBHOOK_REGISTRATIONS)) {
            topic.await("moody", webhooks -> urls(webhooks).size() == 1);
            OrganisationWebhooks webhooks = Objects.requireNonNull(topic.get("moody"));
            assertThat(webhooks.webhooks()).singleElement().satisfies(webhook -> {
                assertThat(webhook.events()).isEqualTo(Set.of(EventType.CHARGER_BOOT));
                assertThat(webhook.secrets())
                        .singleElement()
                        .satisfies(secret -> assertThat(secret.value()).startsWith("enc:v1:"));
            });

            settings.changeTier("moody", "Free");
            topic.await("moody", resting -> urls(resting).isEmpty());
            settings.changeTier("moody", "Scale");
            topic.await("moody", awake -> urls(awake).size() == 1);
        }
    }

    @Test
    void aRelayContinuesAfterItsSessionIsTerminated() {
        settings.addOrganisation("cut", "Starter");
        Settings.awaitLead(service);
        assertThat(service.database()
                        .ask("SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'"
                                + " AND database ="
                                + " (SELECT oid FROM pg_database WHERE datname = current_database())"))
                .as("sessions that led")
                .isNotEqualTo("0");
        ChargerId id = new ChargerId("cut", "CP-1");
        settings.addCharger(id);

        try (var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            topic.await(id, Objects::nonNull);
        }
        settings.awaitEmptyOutbox();
        Settings.awaitLead(service);
    }

    @Test
    void aTopicThatRefusesRecordsDoesNotStopTheOthers() throws Exception {
        settings.addOrganisation("narrow", "Starter");
        settings.awaitEmptyOutbox();
        ChargerId id = new ChargerId("narrow", "CP-1");
        limitRecords(Topics.CHARGER_REGISTRATIONS, AlterConfigOp.OpType.SET);
        try (var topic = new TopicWatch<>(kafka, Topics.WEBHOOK_REGISTRATIONS)) {
            settings.addCharger(id);
            settings.addWebhook("narrow", "https://example.com/");
            topic.await("narrow", Objects::nonNull);
        } finally {
            limitRecords(Topics.CHARGER_REGISTRATIONS, AlterConfigOp.OpType.DELETE);
        }

        try (var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            topic.await(id, Objects::nonNull);
        }
        settings.awaitEmptyOutbox();
    }

    private static void limitRecords(Topic<?, ?> topic, AlterConfigOp.OpType type) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            var limit = new AlterConfigOp(new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "100"), type);
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), List.of(limit)))
                    .all()
                    .get();
        }
    }

    private static List<String> urls(@Nullable OrganisationWebhooks webhooks) {
        return webhooks == null
                ? List.of()
                : webhooks.webhooks().stream().map(webhook -> webhook.url()).toList();
    }
}
