package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.RealParts;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A charger may begin two transactions at this gateway, and no other for an hour. */
class TransactionIdLimitIT {

    private static TestTopics topics;
    private static RunningGateway gateway;

    private final ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());

    @BeforeAll
    static void start() {
        String kafka = RealParts.kafka().bootstrapServers();
        topics = new TestTopics(kafka);
        gateway = RunningGateway.start(
                kafka, "plugstream.gateway.transactions.burst=2", "plugstream.gateway.transactions.interval=1h");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        topics.close();
    }

    /** Other connections of the charger have the same limit, and it can still end its transactions. */
    @Test
    void furtherStartsAreKeptByTheCharger() throws Exception {
        register();
        int first;
        try (TestCharger charger = gateway.connect(id)) {
            first = start(charger, 1);
            assertThat(start(charger, 2)).isGreaterThan(first);
            charger.send(frame("StartTransaction", startOf(3)));
            assertThat(charger.awaitClose()).isEqualTo(1013);
        }
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(start(charger, 1)).as("a repeated start takes no id").isEqualTo(first);
            charger.call(
                    "StopTransaction",
                    "{'transactionId':%d,'meterStop':2500,'timestamp':'2026-11-21T10:00:00Z'}".formatted(first));
            charger.send(frame("StartTransaction", startOf(3)));
            assertThat(charger.awaitClose()).isEqualTo(1013);
        }
        assertThat(topics.transactionEvents(id)).hasSize(3);
    }

    /** Each new id of a station is a transaction, even if nobody authorises it. */
    @Test
    void furtherEventsAreKeptByTheStation() throws Exception {
        register();
        try (TestCharger station =
                TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1")) {
            station.call("TransactionEvent", eventOf("T-1"));
            station.call("TransactionEvent", eventOf("T-2"));
            station.send(frame("TransactionEvent", eventOf("T-3")));
            assertThat(station.awaitClose()).isEqualTo(1013);
        }
    }

    private void register() throws Exception {
        topics.register(id, "secret");
        gateway.awaitKnown(id);
    }

    private static int start(TestCharger charger, int connector) throws Exception {
        return charger.call("StartTransaction", startOf(connector))
                .get("transactionId")
                .intValue();
    }

    private static String startOf(int connector) {
        return "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}"
                .formatted(connector);
    }

    private static String eventOf(String transaction) {
        return ("{'eventType':'Started','timestamp':'2026-11-21T09:00:00Z','triggerReason':'CablePluggedIn','seqNo':0,"
                        + "'transactionInfo':{'transactionId':'%s'}}")
                .formatted(transaction);
    }

    private static String frame(String action, String payload) {
        return "[2,\"1\",\"" + action + "\"," + payload.replace('\'', '"') + "]";
    }
}
