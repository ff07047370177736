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
import tools.jackson.databind.JsonNode;

/** Kafka has lost the topic whose offsets determine transaction ids, and a gateway recreates it. */
class LostTransactionIdBlocksIT {

    private static final ChargerId ID = new ChargerId("demo", "CP-1");

    @Test
    void noTransactionIdIsAssignedTwice() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers())) {
            int before = onAGateway(kafka, topics, charger -> transactionId(start(charger, 1)));
            delete(kafka, Topics.TRANSACTION_ID_BLOCKS.name());

            onAGateway(kafka, topics, charger -> {
                assertThat(start(charger, 2).get(2).stringValue()).isEqualTo("InternalError");
                assertThat(start(charger, 2).get(2).stringValue())
                        .as("ids after it are not assigned either, because they may belong to another gateway")
                        .isEqualTo("InternalError");
                assertThat(transactionId(start(charger, 1)))
                        .as("a known transaction keeps its id")
                        .isEqualTo(before);
                return before;
            });

            for (int block = 0; block < 10; block++) {
                topics.transactionId();
            }
            int after = onAGateway(kafka, topics, charger -> transactionId(start(charger, 2)));
            assertThat(after).isGreaterThan(before);
        }
    }

    private interface Saying {

        int on(TestCharger charger) throws Exception;
    }

    private static int onAGateway(Kafka kafka, TestTopics topics, Saying saying) throws Exception {
        try (RunningGateway gateway = RunningGateway.start(kafka.bootstrapServers())) {
            topics.register(ID, "secret");
            gateway.awaitKnown(ID);
            try (TestCharger charger = gateway.connect(ID)) {
                return saying.on(charger);
            }
        }
    }

    private static JsonNode start(TestCharger charger, int connector) throws Exception {
        return charger.exchange(
                "StartTransaction",
                "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}"
                        .formatted(connector));
    }

    private static int transactionId(JsonNode answer) {
        return answer.get(2).get("transactionId").intValue();
    }

    private static void delete(Kafka kafka, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !admin.listTopics().names().get().contains(topic));
        }
    }
}
