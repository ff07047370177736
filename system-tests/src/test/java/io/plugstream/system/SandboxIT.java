package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.system.RecordingReceiver.Received;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Test chargers on the real platform: the promises of {@code docs/sandbox.md}, and a scenario whose sandbox is killed.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SandboxIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration CONNECTION = Duration.ofSeconds(5);
    private static final String CHARGER = "/api/v1/sandbox/chargers/CP-1";

    /** The order of events with the same timestamp. */
    private static final List<String> ORDER = List.of("charger.disconnected", "charger.connected", "charger.boot");

    private static Platform platform;
    private static Organisation organisation;
    private static RecordingReceiver receiver;

    @BeforeAll
    static void register() throws Exception {
        platform = SharedPlatform.get();
        organisation = Organisation.createTest(platform, "sandbox", "Starter");
        receiver = new RecordingReceiver();
        organisation.registerWebhook(
                receiver.url(),
                Arrays.stream(EventType.values()).map(EventType::wireName).toList(),
                "a secret of the sandbox");
        HttpResponse<String> created = organisation.post("/api/v1/chargers", Map.of("chargeBoxId", "CP-1"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        Awaitility.await("the charger connects by itself")
                .atMost(CONNECTION)
                .until(() -> !receiver.received("charger.connected").isEmpty());
        // Events for connection and boot, and for the first statuses of the charger and its connector.
        Awaitility.await().atMost(LIMIT).until(() -> receiver.received().size() == 4);
    }

    @AfterAll
    static void close() {
        receiver.close();
    }

    static Stream<DocumentedScenario> scenarios() throws IOException {
        return DocumentedScenario.all(Files.readString(Platform.repository().resolve("docs/sandbox.md")));
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("scenarios")
    void aScenarioCausesTheEventsThatThePageLists(DocumentedScenario scenario) {
        int before = receiver.received().size();
        Instant begin = Instant.now();

        JsonNode run = run(scenario.name());

        assertThat(run.path("status").asString()).as(run.toString()).isEqualTo("succeeded");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(LIMIT);
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(receiver.received())
                        .hasSizeGreaterThanOrEqualTo(before + scenario.events().size()));
        List<Received> events = receiver.received().stream()
                .skip(before)
                .sorted(Comparator.<Received, String>comparing(event -> text(event, "timestamp"))
                        .thenComparingInt(event -> ORDER.indexOf(text(event, "event"))))
                .toList();
        for (String kind : List.of("charger.", "connector.", "transaction.")) {
            List<DocumentedScenario.Event> expected = scenario.events().stream()
                    .filter(event -> event.name().startsWith(kind))
                    .toList();
            List<JsonNode> received = events.stream()
                    .map(Received::json)
                    .filter(event -> event.path("event").asString().startsWith(kind))
                    .toList();
            assertThat(received).as(scenario.name()).hasSameSizeAs(expected);
            for (int place = 0; place < expected.size(); place++) {
                expected.get(place).assertIs(received.get(place));
            }
        }
        for (String name : List.of("transaction.started", "transaction.stopped")) {
            assertThat(eventIds(run(run), name))
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(events.stream()
                            .filter(event -> text(event, "event").equals(name))
                            .map(Received::webhookId)
                            .toList());
        }
    }

    @Order(2)
    @Test
    void plugTriggersAScenario(@TempDir Path state) throws Exception {
        try (PlugProcess plug = PlugProcess.start(
                platform.api(), organisation.key(), state, "trigger", "faultWhileCharging", "--json")) {
            assertThat(plug.awaitExit()).as(plug.output()).isZero();
            assertThat(plug.lines().getLast().path("status").asString()).isEqualTo("succeeded");
        }
        try (PlugProcess plug = PlugProcess.start(
                platform.api(), organisation.key(), state, "trigger", "nothing", "--charger", "CP-1")) {
            assertThat(plug.awaitExit()).as(plug.output()).isEqualTo(2);
        }
    }

    @Order(3)
    @Test
    void aScenarioContinuesWhenItsSandboxIsKilled(@TempDir Path directory) throws Exception {
        try (ServiceInstance second = ServiceInstance.of(platform, Service.SANDBOX, "sandbox-3", directory)) {
            int before = receiver.received().size();
            String id = begin("normalSession");
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> !named(
                                    receiver.received().stream().skip(before).toList(), "transaction.started")
                            .isEmpty());
            platform.kill(Service.SANDBOX);
            second.launch();
            second.awaitReady();
            Awaitility.await()
                    .atMost(LIMIT.multipliedBy(2))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(scenario(id).path("status").asString())
                            .as(scenario(id).toString())
                            .isEqualTo("succeeded"));
            List<Received> events = receiver.received().stream().skip(before).toList();
            assertThat(named(events, "transaction.started")).hasSize(1);
            assertThat(named(events, "transaction.stopped")).hasSize(1);
            assertThat(named(events, "transaction.updated")).hasSizeGreaterThanOrEqualTo(2);
            platform.startByHand(Service.SANDBOX);
        }
    }

    @Order(4)
    @Test
    void sandboxRefusesLiveAndUnknownChargers() throws Exception {
        Organisation live = Organisation.create(platform, "no-sandbox", "Starter");
        assertThat(live.post("/api/v1/chargers", Map.of("chargeBoxId", "CP-1")).statusCode())
                .isEqualTo(201);
        assertThat(live.get(CHARGER).statusCode()).isEqualTo(404);
        assertThat(live.post(CHARGER + "/scenarios", Map.of("scenario", "normalSession"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(organisation.get("/api/v1/sandbox/chargers/CP-2").statusCode())
                .isEqualTo(404);

        assertThat(organisation
                        .post(CHARGER + "/actions", Map.of("action", "explode"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(organisation
                        .post(CHARGER + "/scenarios", Map.of("scenario", "none"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(organisation
                        .patch(CHARGER, Map.of("answers", Map.of("Reset", "maybe")))
                        .statusCode())
                .isEqualTo(400);
        String id = begin("refusedRemoteStart");
        assertThat(organisation
                        .post(CHARGER + "/scenarios", Map.of("scenario", "orphanedStop"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(organisation
                        .post(CHARGER + "/actions", Map.of("action", "plugIn"))
                        .statusCode())
                .isEqualTo(409);
        awaitEnd(id);

        assertThat(organisation.patch(CHARGER, Map.of("simulated", false)).statusCode())
                .isEqualTo(200);
        Awaitility.await("the sandbox leaves it to another simulator")
                .atMost(LIMIT)
                .until(() -> !get(CHARGER).path("connected").asBoolean());
        assertThat(organisation
                        .post(CHARGER + "/actions", Map.of("action", "plugIn"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(organisation.patch(CHARGER, Map.of("simulated", true)).statusCode())
                .isEqualTo(200);
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> get(CHARGER).path("connected").asBoolean());
    }

    @Order(5)
    @Test
    void aTestChargerChangesItsProtocol() {
        assertThat(organisation
                        .patch(CHARGER, Map.of("protocol", "ocpp2.0.1", "meterIntervalSeconds", 60))
                        .statusCode())
                .isEqualTo(200);
        Awaitility.await("it reconnects with the other protocol")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        get("/api/v1/chargers/CP-1").path("protocol").asString().equals("ocpp2.0.1"));
        int before = receiver.received().size();

        JsonNode run = run("remoteStart");

        assertThat(run.path("status").asString()).as(run.toString()).isEqualTo("succeeded");
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                named(receiver.received().stream().skip(before).toList(), "transaction.stopped"))
                        .hasSize(1));
        JsonNode stopped = named(receiver.received().stream().skip(before).toList(), "transaction.stopped")
                .getFirst();
        assertThat(stopped.at("/data/reason").asString()).isEqualTo("Remote");
        assertThat(get("/api/v1/transactions/"
                                + stopped.at("/data/transactionId").asInt())
                        .path("stationTransactionId")
                        .asString(""))
                .isNotEmpty();
        assertThat(run("orphanedStop").path("status").asString()).isEqualTo("succeeded");
        String orphans = "/api/v1/transactions?chargeBoxId=CP-1&status=orphaned";
        Awaitility.await("the end of a transaction without a begin is listed")
                .atMost(LIMIT)
                .until(() -> get(orphans).findValue("stationTransactionId") != null);
    }

    private static JsonNode run(String scenario) {
        return awaitEnd(begin(scenario));
    }

    /** The current state of the scenario. */
    private static JsonNode run(JsonNode earlier) {
        return scenario(earlier.path("id").asString());
    }

    private static String begin(String scenario) {
        HttpResponse<String> begun = organisation.post(CHARGER + "/scenarios", Map.of("scenario", scenario));
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
        return Organisation.json(begun).path("id").asString();
    }

    private static JsonNode awaitEnd(String id) {
        JsonNode[] last = {scenario(id)};
        Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(500)).until(() -> {
            last[0] = scenario(id);
            return !last[0].path("status").asString().equals("running");
        });
        return last[0];
    }

    private static JsonNode scenario(String id) {
        return get("/api/v1/sandbox/scenarios/" + id);
    }

    private static JsonNode get(String path) {
        HttpResponse<String> answer = organisation.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Organisation.json(answer);
    }

    private static List<String> eventIds(JsonNode run, String step) {
        return run.path("steps")
                .valueStream()
                .filter(one -> one.path("step").asString().equals(step))
                .map(one -> one.path("eventId").asString())
                .toList();
    }

    private static List<JsonNode> named(List<Received> events, String name) {
        return events.stream()
                .map(Received::json)
                .filter(event -> event.path("event").asString().equals(name))
                .toList();
    }

    private static String text(Received event, String field) {
        return event.json().path(field).asString();
    }
}
