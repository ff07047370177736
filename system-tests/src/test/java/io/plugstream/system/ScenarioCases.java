package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.ChargerView;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.protocol.Protocol;
import io.plugstream.simulator.scenario.CommandSender;
import io.plugstream.simulator.scenario.ExpectedEvent;
import io.plugstream.simulator.scenario.Scenario;
import io.plugstream.simulator.scenario.ScenarioPromise;
import io.plugstream.simulator.scenario.ScenarioRun;
import io.plugstream.simulator.scenario.Scenarios;
import io.plugstream.system.RecordingReceiver.Received;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Runs each scenario of the simulator on the real platform in one protocol. A webhook gets exactly the promised events.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ScenarioCases {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Set<String> UNDER_WAY = Set.of("queued", "sent");

    /** The order of events with the same timestamp. */
    private static final List<String> ORDER = List.of("charger.disconnected", "charger.connected", "charger.boot");

    private final Organisation organisation;
    private final RecordingReceiver receiver = new RecordingReceiver();
    private final Fleet fleet = new Fleet(Clock.systemUTC());
    private final SimulatedCharger charger;

    ScenarioCases(Protocol protocol) throws Exception {
        organisation = Organisation.create(
                SharedPlatform.get(), "scenarios-" + protocol.name().replace('.', '-'), "Starter");
        JsonNode registered = Organisation.json(organisation.post("/api/v1/chargers", Map.of("chargeBoxId", "CP-1")));
        organisation.registerWebhook(
                receiver.url(),
                Arrays.stream(EventType.values()).map(EventType::wireName).toList(),
                "a secret of the scenarios");
        charger = Chargers.withoutMemory(
                fleet,
                new ChargerAddress(
                        URI.create(registered.get("connectionUrl").stringValue()),
                        "CP-1",
                        registered.get("password").stringValue()),
                protocol,
                ChargerModel.wallbox("SCENARIOS"));
    }

    @BeforeAll
    void connect() throws InterruptedException {
        charger.start();
        assertThat(charger.await(ChargerView::idle, LIMIT)).isTrue();
        // Events for connection and boot, and for the first statuses of the charger and its connector.
        Awaitility.await().atMost(LIMIT).until(() -> receiver.received().size() == 4);
    }

    @AfterAll
    void disconnect() {
        fleet.close();
        receiver.close();
    }

    static Stream<String> scenarios() {
        return Scenarios.all().stream().map(Scenario::name);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aWebhookGetsTheEventsOfTheScenario(String name) throws Exception {
        Scenario scenario = Scenarios.named(name).orElseThrow();
        List<ExpectedEvent> promised = ScenarioPromise.of(scenario).events();
        int before = receiver.received().size();
        Instant begin = Instant.now();

        String failure =
                new ScenarioRun(charger, new Sender(), Clock.systemUTC()).run(scenario, 0, Instant.MAX, (_, _) -> {});

        assertThat(failure).isNull();
        assertThat(Duration.between(begin, Instant.now())).isLessThan(LIMIT);
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(receiver.received()).hasSizeGreaterThanOrEqualTo(before + promised.size()));
        List<JsonNode> events = receiver.received().stream()
                .skip(before)
                .map(Received::json)
                .sorted(Comparator.<JsonNode, String>comparing(event -> text(event, "timestamp"))
                        .thenComparingInt(event -> ORDER.indexOf(text(event, "event"))))
                .toList();
        for (String kind : List.of("charger.", "connector.", "transaction.")) {
            List<ExpectedEvent> expected = promised.stream()
                    .filter(event -> event.event().wireName().startsWith(kind))
                    .toList();
            List<JsonNode> received = events.stream()
                    .filter(event -> text(event, "event").startsWith(kind))
                    .toList();
            assertThat(received).as(name).hasSameSizeAs(expected);
            for (int place = 0; place < expected.size(); place++) {
                assertPromised(name, received.get(place), expected.get(place));
            }
        }
        assertThat(events)
                .as("whatever the charger's clock says")
                .allSatisfy(event -> assertThat(Instant.parse(text(event, "timestamp")))
                        .isAfter(begin.minusSeconds(2))
                        .isBefore(Instant.now().plusSeconds(2)));
        assertThat(charger.view().state().queue()).isEmpty();
        assertThat(charger.view().state().isPlugged()).isFalse();
    }

    private void assertPromised(String scenario, JsonNode received, ExpectedEvent expected) {
        assertThat(text(received, "event")).isEqualTo(expected.event().wireName());
        expected.data()
                .forEach((field, value) -> assertThat(
                                received.path("data").path(field).asString())
                        .as(received.toString())
                        .isEqualTo(promised(scenario, field, value.toString())));
    }

    /** Sends a command to the organisation's charger and returns it after its end, as the API shows it. */
    JsonNode command(String action, Map<String, Object> payload) throws Exception {
        return new Sender().ended(action, payload, LIMIT);
    }

    /** The complete report that the charger sent after its answer. */
    JsonNode report(JsonNode command) {
        JsonNode[] last = new JsonNode[1];
        Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(500)).until(() -> {
            last[0] = Organisation.json(
                    organisation.get("/api/v1/commands/" + text(command, "id") + "/report?limit=200"));
            return last[0].path("complete").asBoolean();
        });
        return last[0];
    }

    /** The expected value of an event's field, where the scenario promises {@code value} for OCPP 1.6. */
    String promised(String scenario, String field, String value) {
        return value;
    }

    private static String text(JsonNode event, String field) {
        return event.path(field).asString();
    }

    /** Sends commands over the API, like an integrator. */
    private final class Sender implements CommandSender {

        @Override
        public String send(String action, Map<String, Object> payload, Duration timeout)
                throws IOException, InterruptedException {
            return text(ended(action, payload, timeout), "status");
        }

        JsonNode ended(String action, Map<String, Object> payload, Duration timeout) {
            JsonNode command = Organisation.json(organisation.post(
                    "/api/v1/chargers/CP-1/commands",
                    Map.of("action", action, "payload", numbered(payload), "timeoutSeconds", timeout.toSeconds())));
            String id = text(command, "id");
            JsonNode[] last = {command};
            Awaitility.await()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> {
                        if (UNDER_WAY.contains(text(last[0], "status"))) {
                            last[0] = Organisation.json(organisation.get("/api/v1/commands/" + id));
                        }
                        return !UNDER_WAY.contains(text(last[0], "status"));
                    });
            return last[0];
        }

        private Map<String, Object> numbered(Map<String, Object> payload) {
            if (!(payload.get("transactionId") instanceof String ofStation)) {
                return payload;
            }
            Map<String, Object> numbered = new HashMap<>(payload);
            numbered.put(
                    "transactionId",
                    Awaitility.await()
                            .atMost(LIMIT)
                            .pollInterval(Duration.ofMillis(500))
                            .until(() -> numberOf(ofStation), number -> number > 0));
            return numbered;
        }

        private int numberOf(String stationTransaction) {
            return Organisation.json(organisation.get("/api/v1/transactions?chargeBoxId=CP-1&status=active"))
                    .path("transactions")
                    .valueStream()
                    .filter(one -> text(one, "stationTransactionId").equals(stationTransaction))
                    .mapToInt(one -> one.path("transactionId").asInt())
                    .findFirst()
                    .orElse(0);
        }
    }
}
