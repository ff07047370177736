package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.io.EOFException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** Kafka has lost the topic whose offsets determine transaction ids, and a gateway recreates it. */
class LostTransactionIdBlocksIT {

    private static final String START =
            "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}";
    private static final ChargerId ID = new ChargerId("demo", "CP-1");

    @Test
    void noTransactionIdIsAssignedTwice() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers())) {
            int before = onAGateway(kafka, topics, gateway -> start(gateway, 1));
            delete(kafka, Topics.TRANSACTION_ID_BLOCKS.name());

            onAGateway(kafka, topics, gateway -> {
                assertRefused(gateway, 2);
                // Ids after it are not assigned either, because they may belong to another gateway.
                assertRefused(gateway, 2);
                assertThat(start(gateway, 1))
                        .as("a known transaction keeps its id")
                        .isEqualTo(before);
                return before;
            });

            for (int block = 0; block < 10; block++) {
                topics.transactionId();
            }
            int after = onAGateway(kafka, topics, gateway -> start(gateway, 2));
            assertThat(after).isGreaterThan(before);
        }
    }

    private interface Saying {

        int to(RunningGateway gateway) throws Exception;
    }

    private static int onAGateway(Kafka kafka, TestTopics topics, Saying saying) throws Exception {
        try (RunningGateway gateway = RunningGateway.start(kafka.bootstrapServers())) {
            topics.register(ID, "secret");
            gateway.awaitKnown(ID);
            return saying.to(gateway);
        }
    }

    /** A gateway closes the connection (1013) while events of the former one are still being published. */
    private static int start(RunningGateway gateway, int connector) {
        AtomicInteger id = new AtomicInteger();
        await().pollInSameThread()
                .ignoreException(EOFException.class)
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> {
                    try (TestCharger charger = gateway.connect(ID)) {
                        id.set(charger.call("StartTransaction", START.formatted(connector))
                                .get("transactionId")
                                .intValue());
                    }
                });
        return id.get();
    }

    /** The socket is closed, but not at once: a charger that connects again at once must not do so very often. */
    private static void assertRefused(RunningGateway gateway, int connector) throws Exception {
        try (TestCharger charger = gateway.connect(ID)) {
            charger.call("Heartbeat", "{}");
            Instant sent = Instant.now();
            charger.send("[2,\"1\",\"StartTransaction\","
                    + START.formatted(connector).replace('\'', '"') + "]");
            assertThat(charger.awaitClose()).isEqualTo(1013);
            assertThat(Instant.now()).isAfter(sent.plusSeconds(3));
        }
    }

    private static void delete(Kafka kafka, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !admin.listTopics().names().get().contains(topic));
        }
    }
}
