package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Kafka stops responding while chargers send messages. */
class GatewayOutageIT {

    private static final String START =
            "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ChargerId ID = new ChargerId("demo", "CP-1");

    @Test
    void messagesAreConfirmedOnlyOnceStoredAndTheSocketStaysOpen() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers());
                RunningGateway gateway = RunningGateway.start(
                        kafka.bootstrapServers(), "plugstream.gateway.publish.acknowledgement-timeout=2s")) {
            topics.register(ID, "secret");
            try (TestCharger charger = connected(gateway)) {
                int first = startTransaction(charger, 1);

                kafka.pause();
                assertThat(charger.exchange("StartTransaction", START.formatted(2))
                                .get(2)
                                .stringValue())
                        .isEqualTo("InternalError");
                assertThat(charger.exchange(
                                        "StopTransaction",
                                        "{'transactionId':" + first
                                                + ",'meterStop':2000,'timestamp':'2026-11-21T09:10:00Z'}")
                                .get(2)
                                .stringValue())
                        .isEqualTo("InternalError");
                assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
                kafka.resume();

                int second = await().atMost(Duration.ofSeconds(30)).until(() -> startedAgain(charger), id -> id > 0);
                assertThat(second).isNotEqualTo(first);
                assertThat(startTransaction(charger, 2)).isEqualTo(second);
                charger.call(
                        "StopTransaction",
                        "{'transactionId':" + first + ",'meterStop':2000,'timestamp':'2026-11-21T09:10:00Z'}");
                charger.call(
                        "StopTransaction",
                        "{'transactionId':" + first + ",'meterStop':2000,'timestamp':'2026-11-21T09:10:00Z'}");

                List<EventRecord> events = topics.transactionEvents(ID);
                assertThat(events.stream().map(EventRecord::data).filter(TransactionStarted.class::isInstance))
                        .containsExactly(
                                new TransactionStarted(first, "CP-1", 1, "TAG", 1500),
                                new TransactionStarted(second, "CP-1", 2, "TAG", 1500));
                assertThat(events).hasSize(3);
            }
        }
    }

    @Test
    void confirmedMessagesAreInTheTopicOnceAfterAnOutageOfKafka() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers());
                RunningGateway gateway = RunningGateway.start(
                        kafka.bootstrapServers(), "plugstream.gateway.publish.acknowledgement-timeout=2s")) {
            topics.register(ID, "secret");
            try (TestCharger charger = connected(gateway)) {
                List<Integer> answered = new CopyOnWriteArrayList<>();
                AtomicInteger refused = new AtomicInteger();
                AtomicBoolean enough = new AtomicBoolean();
                FutureTask<Void> load = new FutureTask<>(() -> {
                    for (int connector = 1; !enough.get(); connector++) {
                        answered.add(untilAnswered(charger, connector, refused));
                    }
                    return null;
                });
                Thread.ofVirtual().start(load);
                await().atMost(LONG).until(() -> answered.size() >= 20);

                kafka.pause();
                await().atMost(LONG).until(() -> refused.get() > 0);
                kafka.resume();
                int before = answered.size();
                await().atMost(LONG).until(() -> answered.size() >= before + 20);
                enough.set(true);
                load.get(30, TimeUnit.SECONDS);

                assertThat(topics.transactionEvents(ID))
                        .extracting(event -> ((TransactionStarted) event.data()).transactionId())
                        .as("%d answered, %d refused meanwhile", answered.size(), refused.get())
                        .containsExactlyElementsOf(answered);
            }
        }
    }

    private static int untilAnswered(TestCharger charger, int connector, AtomicInteger refused) throws Exception {
        while (true) {
            var answer = charger.exchange("StartTransaction", START.formatted(connector));
            if (answer.get(0).intValue() == 3) {
                return answer.get(2).get("transactionId").intValue();
            }
            refused.incrementAndGet();
        }
    }

    private static int startedAgain(TestCharger charger) throws Exception {
        var answer = charger.exchange("StartTransaction", START.formatted(2));
        return answer.get(0).intValue() == 3
                ? answer.get(2).get("transactionId").intValue()
                : 0;
    }

    private static int startTransaction(TestCharger charger, int connector) throws Exception {
        return charger.call("StartTransaction", START.formatted(connector))
                .get("transactionId")
                .intValue();
    }

    private static TestCharger connected(RunningGateway gateway) {
        return await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(gateway.port(), "demo", "CP-1", "secret"),
                        charger -> !charger.isClosed());
    }
}
