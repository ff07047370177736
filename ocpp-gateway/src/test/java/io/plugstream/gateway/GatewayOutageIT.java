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
import org.junit.jupiter.api.Test;

/** Kafka falls silent while chargers speak. */
class GatewayOutageIT {

    private static final String START =
            "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}";
    private static final ChargerId ID = new ChargerId("demo", "CP-1");

    @Test
    void nothingIsAnsweredThatIsNotDurableAndTheSocketSurvives() throws Exception {
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
