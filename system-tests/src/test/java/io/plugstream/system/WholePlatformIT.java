package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import io.plugstream.system.RecordingReceiver.Received;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The platform as its users use it. */
class WholePlatformIT {

    private static final List<String> ALL_EVENTS = List.of(
            "charger.connected",
            "charger.disconnected",
            "charger.boot",
            "connector.status_changed",
            "transaction.started",
            "transaction.stopped",
            "transaction.updated");
    private static Platform platform;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void chargingSessionReachesTheWebhookEachEventOnceInItsExactShape() throws Exception {
        Organisation organisation = Organisation.create(platform, "session", "Starter");
        try (RecordingReceiver receiver = new RecordingReceiver();
                ChargePoint charger = organisation.registerCharger("CP 1")) {
            organisation.registerWebhook(receiver.url(), ALL_EVENTS, Organisation.SECRET);

            charger.connect();
            charger.boot("Acme", "One");
            charger.status(1, ChargePointStatus.Preparing, "plugged in");
            charger.status(1, ChargePointStatus.Preparing, "plugged in");
            int id = charger.start(charger.startRequest(1, "TAG", 1000));
            charger.meterValue(1, id, "1.5");
            charger.stop(charger.stopRequest(id, 2500));
            charger.disconnect();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(receiver.received()).hasSize(7));
            assertThat(data(receiver, "charger.connected")).isEqualTo("{\"chargeBoxId\":\"CP 1\"}");
            assertThat(data(receiver, "charger.boot"))
                    .isEqualTo("{\"chargeBoxId\":\"CP 1\",\"vendor\":\"Acme\",\"model\":\"One\"}");
            assertThat(data(receiver, "connector.status_changed"))
                    .isEqualTo("{\"chargeBoxId\":\"CP 1\",\"connectorId\":1,\"status\":\"Preparing\","
                            + "\"errorCode\":\"NoError\",\"info\":\"plugged in\"}");
            assertThat(data(receiver, "transaction.started"))
                    .isEqualTo("{\"transactionId\":" + id
                            + ",\"chargeBoxId\":\"CP 1\",\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":1000}");
            JsonNode updated = only(receiver, "transaction.updated").json().get("data");
            assertThat(updated.get("transactionId").intValue()).isEqualTo(id);
            assertThat(updated.get("meterValues").get(0).get("value").decimalValue())
                    .isEqualByComparingTo("1500");
            assertThat(updated.get("meterValues").get(0).get("unit").stringValue())
                    .isEqualTo("Wh");
            assertThat(data(receiver, "transaction.stopped"))
                    .isEqualTo("{\"transactionId\":" + id + ",\"chargeBoxId\":\"CP 1\",\"connectorId\":1,"
                            + "\"meterStart\":1000,\"meterStop\":2500,\"energyWh\":1500,"
                            + "\"reason\":\"Local\"}");
            assertThat(only(receiver, "charger.disconnected")
                            .json()
                            .get("data")
                            .get("chargeBoxId")
                            .stringValue())
                    .isEqualTo("CP 1");
            PublishedDescriptions descriptions = PublishedDescriptions.of(platform);
            for (Received received : receiver.received()) {
                descriptions.check(received);
                assertThat(received.json().propertyNames()).containsExactly("event", "timestamp", "data");
                assertThat(received.json().get("timestamp").stringValue())
                        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
                new Webhook(Organisation.SECRET).verify(received.body(), received.headers());
            }
            assertThat(receiver.received()).extracting(Received::webhookId).doesNotHaveDuplicates();
            assertTransactionIsListed(organisation, id);
            assertThat(descriptions.checkRecords(platform.bootstrapServers()))
                    .contains(
                            "charger-events",
                            "connector-events",
                            "transaction-events",
                            "charger-registrations",
                            "webhook-registrations",
                            "webhook-deliveries",
                            "webhook-claims",
                            "api-calls",
                            "quota-decisions",
                            "open-transactions",
                            "connector-states",
                            "transaction-id-blocks");
        }
    }

    @Test
    void commandReachesTheChargerAndItsAnswerReachesTheCaller() throws Exception {
        Organisation organisation = Organisation.create(platform, "commands", "Starter");
        String path = "/api/v1/chargers/CP%201";
        try (ChargePoint charger = organisation.registerCharger("CP 1")) {
            charger.connect();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> organisation.get(path).body().contains("\"online\""));

            HttpResponse<String> response = organisation.post(
                    path + "/commands",
                    Map.of("action", "RemoteStartTransaction", "payload", Map.of("idTag", "TAG", "connectorId", 1)));

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            JsonNode command = Organisation.json(response);
            assertThat(command.get("status").stringValue()).isEqualTo("accepted");
            assertThat(command.get("response").toString()).isEqualTo("{\"status\":\"Accepted\"}");
            assertThat(organisation
                            .get("/api/v1/commands/" + command.get("id").stringValue())
                            .body())
                    .isEqualTo(response.body());

            assertThat(organisation.post(path + "/password", Map.of()).statusCode())
                    .isEqualTo(200);
            charger.closed().get(10, TimeUnit.SECONDS);
            HttpResponse<String> refused = organisation.post(
                    path + "/commands", Map.of("action", "ClearCache", "payload", Map.of(), "timeoutSeconds", 1));
            assertThat(refused.statusCode()).isIn(202, 409);
        }
    }

    @Test
    void fiftyFirstCallOfAFreeOrganisationIsRefused() {
        Organisation organisation = Organisation.create(platform, "free", "Free");

        for (int call = 2; call <= 50; call++) {
            HttpResponse<String> response = organisation.get("/api/v1/chargers");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(header(response, "RateLimit-Remaining")).isEqualTo(Integer.toString(50 - call));
        }
        HttpResponse<String> refused = organisation.get("/api/v1/chargers");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "Content-Type")).startsWith("application/problem+json");
        assertThat(header(refused, "RateLimit-Limit")).isEqualTo("50");
        assertThat(header(refused, "RateLimit-Remaining")).isEqualTo("0");
        assertThat(Long.parseLong(header(refused, "RateLimit-Reset"))).isBetween(1L, 86_400L);
        assertThat(header(refused, "Retry-After")).isEqualTo(header(refused, "RateLimit-Reset"));

        Organisation.setTier(platform, organisation.id(), "Starter");
        Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            HttpResponse<String> admitted = organisation.get("/api/v1/chargers");
            assertThat(admitted.statusCode()).isEqualTo(200);
            assertThat(header(admitted, "RateLimit-Limit")).isEqualTo("1000");
            assertThat(header(admitted, "RateLimit-Remaining")).isEqualTo("949");
        });
    }

    @Test
    void everyVariableOfTheTestsIsASetting() {
        assertThat(platform.log(Service.API)).content().doesNotContain("have no effect");
    }

    @Test
    void everyServiceExposesHealthAndMetrics() {
        for (Service service : Service.values()) {
            assertThat(platform.readiness(service)).as(service.module()).isEqualTo(200);
            assertThat(platform.metrics(service))
                    .as(service.module())
                    .contains("jvm_memory_used_bytes", "service=\"" + service.module() + '"', "plugstream_");
        }
    }

    private static void assertTransactionIsListed(Organisation organisation, int id) {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            HttpResponse<String> response = organisation.get("/api/v1/transactions?status=completed");
            assertThat(response.statusCode()).isEqualTo(200);
            JsonNode transactions = Organisation.json(response).get("transactions");
            assertThat(transactions).hasSize(1);
            JsonNode transaction = transactions.get(0);
            assertThat(transaction.get("transactionId").intValue()).isEqualTo(id);
            assertThat(transaction.get("status").stringValue()).isEqualTo("completed");
            assertThat(transaction.get("energyWh").longValue()).isEqualTo(1500);
        });
        JsonNode chargers =
                Organisation.json(organisation.get("/api/v1/chargers")).get("chargers");
        assertThat(chargers.get(0).get("vendor").stringValue()).isEqualTo("Acme");
    }

    private static String data(RecordingReceiver receiver, String event) {
        return only(receiver, event).json().get("data").toString();
    }

    private static Received only(RecordingReceiver receiver, String event) {
        assertThat(receiver.received(event)).as(event).hasSize(1);
        return receiver.received(event).getFirst();
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElseThrow(() -> new AssertionError("no " + name));
    }
}
