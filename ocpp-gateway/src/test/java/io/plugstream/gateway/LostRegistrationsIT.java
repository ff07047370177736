package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** Kafka has lost the registrations, and a gateway that starts recreates their topic. */
class LostRegistrationsIT {

    private static final ChargerId LOST = new ChargerId("demo", "CP-1");
    private static final ChargerId DELETED = new ChargerId("demo", "CP-2");

    @Test
    void theStateOfChargersWithoutRegistrationIsKept() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers())) {
            try (RunningGateway gateway = RunningGateway.start(kafka.bootstrapServers())) {
                haveState(LOST, gateway, topics);
            }
            delete(kafka, Topics.CHARGER_REGISTRATIONS.name());

            try (RunningGateway gateway =
                    RunningGateway.start(kafka.bootstrapServers(), "plugstream.gateway.memory.sweep-interval=100ms")) {
                haveState(DELETED, gateway, topics);
                topics.write(Topics.CHARGER_REGISTRATIONS, DELETED, null);
                await("a sweep")
                        .atMost(Duration.ofSeconds(20))
                        .until(() ->
                                topics.read(Topics.OPEN_TRANSACTIONS, DELETED).getLast() == null);
            }
            assertThat(topics.read(Topics.OPEN_TRANSACTIONS, LOST)).doesNotContainNull();
            assertThat(topics.read(Topics.CONNECTOR_STATES, LOST)).doesNotContainNull();
        }
    }

    private static void haveState(ChargerId id, RunningGateway gateway, TestTopics topics) throws Exception {
        topics.register(id, "secret");
        gateway.awaitServed(id);
        try (TestCharger charger = gateway.connect(id)) {
            charger.call(
                    "StartTransaction",
                    "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}");
        }
        assertThat(topics.read(Topics.OPEN_TRANSACTIONS, id).getLast()).isNotNull();
        assertThat(topics.read(Topics.CONNECTOR_STATES, id).getLast()).isNotNull();
    }

    private static void delete(Kafka kafka, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !admin.listTopics().names().get().contains(topic));
        }
    }
}
