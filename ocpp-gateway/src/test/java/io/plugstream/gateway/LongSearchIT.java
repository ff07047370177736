package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.EventSearch;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A charger sends an old reading, and the search for it takes long. */
class LongSearchIT {

    private final TestTopics topics = SharedGateway.topics();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    @Test
    void theChargerStaysConnectedAndDelaysNoOther() throws Exception {
        try (RunningGateway gateway = RunningGateway.start(
                        RealParts.kafka().bootstrapServers(),
                        "plugstream.gateway.admission.concurrent=1",
                        "plugstream.gateway.connection.ping-interval=1s");
                ExecutorService searches = Executors.newVirtualThreadPerTaskExecutor()) {
            ChargerId id = registered(gateway);
            ChargerId other = registered(gateway);
            TestCharger charger = gateway.connect(id);
            int transaction = start(charger);
            for (int minute = 0; minute < 20; minute++) {
                charger.call("MeterValues", value(transaction, minute, 1600 + minute));
            }
            var _ = searches.submit(() -> readUntilOver(gateway.bean(EventSearch.class), id));
            try {
                assertOnlyTheChargerWaits(gateway, charger, transaction, id, other);
            } finally {
                over.countDown();
            }
        }
    }

    private void assertOnlyTheChargerWaits(
            RunningGateway gateway, TestCharger charger, int transaction, ChargerId id, ChargerId other)
            throws Exception {
        begun.await();
        charger.send("[2,\"old\",\"MeterValues\"," + value(transaction, 3, 9).replace('\'', '"') + "]");
        await().during(Duration.ofSeconds(3)).until(() -> !charger.isClosed());
        assertThat(charger.received()).isEmpty();

        TestCharger again = gateway.connect(id);
        try (TestCharger another = gateway.connect(other)) {
            assertThat(another.call("Heartbeat", "{}")).hasSize(1);
        }
        over.countDown();
        assertThat(charger.receive().get(1).stringValue()).isEqualTo("old");
        assertThat(again.call("Heartbeat", "{}")).hasSize(1);
    }

    private boolean readUntilOver(EventSearch search, ChargerId id) throws Exception {
        search.read(Topics.TRANSACTION_EVENTS, id, Instant.now().minusSeconds(60), _ -> {
            begun.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        });
        return true;
    }

    private ChargerId registered(RunningGateway gateway) throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        gateway.awaitKnown(id);
        return id;
    }

    private static int start(TestCharger charger) throws Exception {
        return charger.call(
                        "StartTransaction",
                        "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}")
                .get("transactionId")
                .intValue();
    }

    private static String value(int transaction, int minute, int reading) {
        return "{'connectorId':1,'transactionId':%d,'meterValue':[{'timestamp':'2026-11-21T09:%02d:00Z','sampledValue':[{'value':'%d'}]}]}"
                .formatted(transaction, minute, reading);
    }
}
