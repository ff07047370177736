package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import eu.chargetime.ocpp.model.core.StartTransactionRequest;
import eu.chargetime.ocpp.model.core.StopTransactionRequest;
import io.plugstream.system.RecordingReceiver.Received;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Each service is killed once while a charger charges, then started by hand: no event is lost or repeated. */
class KilledServicesIT {

    private static final String SECRET = "a secret of printable characters";

    private static Platform platform;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void platformContinuesAfterAKillOfEachService() throws Exception {
        Organisation organisation = Organisation.create(platform, "killed", "Starter");
        try (RecordingReceiver receiver = new RecordingReceiver();
                ChargePoint charger = organisation.registerCharger("CP-1")) {
            organisation.registerWebhook(receiver.url(), List.of("transaction.started", "transaction.stopped"), SECRET);
            charger.connect();

            int first = charger.start(charger.startRequest(1, "TAG-1", 0));
            // A delivery that is claimed but not POSTed when its dispatcher dies becomes unknown and is not repeated.
            awaitReceived(receiver, 1);
            platform.kill(Service.DISPATCHER);
            charger.stop(charger.stopRequest(first, 100));
            platform.startByHand(Service.DISPATCHER);
            awaitReceived(receiver, 2);

            StartTransactionRequest start = charger.startRequest(1, "TAG-2", 100);
            int second = charger.start(start);
            awaitReceived(receiver, 3);
            platform.kill(Service.GATEWAY);
            charger.closed().join();
            platform.startByHand(Service.GATEWAY);
            charger.connect();
            assertThat(charger.start(start))
                    .as("a retried StartTransaction keeps its id")
                    .isEqualTo(second);
            StopTransactionRequest stop = charger.stopRequest(second, 200);
            charger.stop(stop);
            charger.stop(stop);
            awaitReceived(receiver, 4);

            platform.kill(Service.API);
            int third = charger.start(charger.startRequest(1, "TAG-3", 200));
            awaitReceived(receiver, 5);
            platform.startByHand(Service.API);
            charger.stop(charger.stopRequest(third, 300));
            awaitReceived(receiver, 6);

            platform.kill(Service.QUOTA);
            assertThat(organisation.get("/api/v1/chargers").statusCode())
                    .as("calls go on without quota-service")
                    .isEqualTo(200);
            platform.startByHand(Service.QUOTA);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(used(organisation))
                            .as("each call was counted once, also the one without quota-service")
                            .isEqualTo(organisation.calls().sent()));

            assertThat(receiver.received()).extracting(Received::webhookId).doesNotHaveDuplicates();
            assertThat(transactionIds(receiver, "transaction.started")).containsExactly(first, second, third);
            assertThat(transactionIds(receiver, "transaction.stopped")).containsExactly(first, second, third);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(completed(organisation)).containsExactlyInAnyOrder(first, second, third));
            assertThat(receiver.received()).as("nothing came twice or late").hasSize(6);
        }
    }

    /** The day's count, including this call. */
    private static long used(Organisation organisation) {
        return Organisation.json(organisation.get("/api/v1/usage")).path("used").longValue();
    }

    private static List<Integer> completed(Organisation organisation) {
        JsonNode transactions = Organisation.json(organisation.get("/api/v1/transactions?status=completed"))
                .get("transactions");
        return transactions
                .valueStream()
                .map(transaction -> transaction.get("transactionId").intValue())
                .toList();
    }

    private static List<Integer> transactionIds(RecordingReceiver receiver, String event) {
        return receiver.received(event).stream()
                .map(received ->
                        received.json().get("data").get("transactionId").intValue())
                .toList();
    }

    private static void awaitReceived(RecordingReceiver receiver, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(receiver.received()).hasSizeGreaterThanOrEqualTo(count));
    }
}
