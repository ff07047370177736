package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.system.RecordingReceiver.Received;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Test chargers keep charging while the sandboxes that simulate them are killed one after another. */
class KilledSandboxIT {

    /** {@code -Dplugstream.sandbox.kills=200} for more. */
    private static final int KILLS = Integer.getInteger("plugstream.sandbox.kills", 4);

    /** Each has two test chargers. */
    private static final int ORGANISATIONS = Integer.getInteger("plugstream.sandbox.kill-organisations", 3);

    private static final int SANDBOXES = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final Duration TAKE_OVER = Duration.ofSeconds(15);
    /** Between two readings of a charger that takes one a second. */
    private static final Duration MOST_BETWEEN = Duration.ofSeconds(3);

    private static final List<String> CHANGES = Stream.of(
                    EventType.TRANSACTION_STARTED, EventType.TRANSACTION_UPDATED, EventType.TRANSACTION_STOPPED)
            .map(EventType::wireName)
            .toList();

    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private int seen;

    /**
     * The webhook events of one charger's session.
     *
     * @param arrivals when its readings arrived, as {@link System#nanoTime}
     */
    private record Session(Organisation organisation, String chargeBoxId, List<JsonNode> events, List<Long> arrivals) {

        void act(String action) {
            HttpResponse<String> taken =
                    organisation.post("/api/v1/sandbox/chargers/" + chargeBoxId + "/actions", Map.of("action", action));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
        }

        List<JsonNode> named(String name) {
            return events.stream()
                    .filter(event -> event.path("event").asString().equals(name))
                    .toList();
        }

        /** The readings in the order of the charger's clock. */
        List<JsonNode> readings() {
            return named("transaction.updated").stream()
                    .sorted(Comparator.comparing(Session::at))
                    .toList();
        }

        static Instant at(JsonNode event) {
            return Instant.parse(event.path("timestamp").asString());
        }

        static double energy(JsonNode reading) {
            return reading.at("/data/meterValues")
                    .valueStream()
                    .filter(value -> value.path("measurand").asString().equals("Energy.Active.Import.Register"))
                    .mapToDouble(value -> value.path("value").asDouble())
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void noSessionIsLostOrRepeated(@TempDir Path directory) throws Exception {
        Platform platform = SharedPlatform.get();
        List<ServiceInstance> sandboxes = new ArrayList<>();
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            for (int number = 0; number < ORGANISATIONS; number++) {
                register(Organisation.createTest(platform, "killed-sandbox", "Starter"), number, receiver);
            }
            for (int number = 0; number < SANDBOXES; number++) {
                ServiceInstance sandbox =
                        ServiceInstance.of(platform, Service.SANDBOX, "killed-sandbox-" + number, directory);
                sandboxes.add(sandbox);
                sandbox.launch();
            }
            sandboxes.forEach(ServiceInstance::awaitReady);
            platform.kill(Service.SANDBOX);
            sessions.values().forEach(this::awaitConnection);
            sessions.values().forEach(session -> {
                session.act("plugIn");
                session.act("swipe");
            });
            awaitReadings(receiver, 2);
            for (int kill = 0; kill < KILLS; kill++) {
                ServiceInstance victim = sandboxes.get(kill % SANDBOXES);
                // At least one sandbox is ready to take over.
                sandboxes.get((kill + 1) % SANDBOXES).awaitReady();
                victim.kill();
                awaitReadings(receiver, 3);
                // Reads the chargers, because unwatched ones sleep after an hour.
                sessions.values().forEach(this::awaitConnection);
                victim.launch();
            }
            sessions.values().forEach(session -> session.act("swipe"));
            Awaitility.await().atMost(LIMIT).pollInterval(GLANCE).until(() -> {
                take(receiver);
                return sessions.values().stream()
                        .noneMatch(
                                session -> session.named("transaction.stopped").isEmpty());
            });
            assertThat(receiver.received()).extracting(Received::webhookId).doesNotHaveDuplicates();
        } finally {
            sandboxes.forEach(ServiceInstance::close);
        }
        sessions.values().forEach(KilledSandboxIT::assertWhole);
        System.out.printf(
                "sandbox: %d kills, %d sessions, %d readings, longest time without one %d ms%n",
                KILLS,
                sessions.size(),
                sessions.values().stream()
                        .mapToInt(session -> session.readings().size())
                        .sum(),
                sessions.values().stream()
                        .map(KilledSandboxIT::longestPause)
                        .max(Comparator.naturalOrder())
                        .orElseThrow()
                        .toMillis());
    }

    private void register(Organisation organisation, int number, RecordingReceiver receiver)
            throws InterruptedException {
        organisation.registerWebhook(receiver.url(), CHANGES, "a secret of the killed sandbox");
        for (String chargeBoxId : List.of("CP-" + number + "-A", "CP-" + number + "-B")) {
            HttpResponse<String> created = organisation.post("/api/v1/chargers", Map.of("chargeBoxId", chargeBoxId));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            HttpResponse<String> changed =
                    organisation.patch("/api/v1/sandbox/chargers/" + chargeBoxId, Map.of("meterIntervalSeconds", 1));
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
            sessions.put(chargeBoxId, new Session(organisation, chargeBoxId, new ArrayList<>(), new ArrayList<>()));
        }
    }

    private void awaitConnection(Session session) {
        Awaitility.await(session.chargeBoxId()).atMost(LIMIT).until(() -> {
            HttpResponse<String> answer =
                    session.organisation().get("/api/v1/sandbox/chargers/" + session.chargeBoxId());
            return Organisation.json(answer).path("connected").asBoolean();
        });
    }

    /** Waits for {@code more} further events of each charger. */
    private void awaitReadings(RecordingReceiver receiver, int more) {
        take(receiver);
        Map<String, Integer> before = new LinkedHashMap<>();
        sessions.forEach((id, session) -> before.put(id, session.events().size()));
        Awaitility.await("readings of each charger")
                .atMost(LIMIT)
                .pollInterval(GLANCE)
                .untilAsserted(() -> {
                    take(receiver);
                    assertThat(sessions.values())
                            .allMatch(session -> session.events().size()
                                    >= Objects.requireNonNull(before.get(session.chargeBoxId())) + more);
                });
    }

    /** Assigns new events to their chargers. */
    private void take(RecordingReceiver receiver) {
        List<Received> all = receiver.received();
        all.subList(seen, all.size()).forEach(one -> {
            JsonNode event = one.json();
            Session session = Objects.requireNonNull(
                    sessions.get(event.at("/data/chargeBoxId").asString()));
            session.events().add(event);
            if (one.event().equals(EventType.TRANSACTION_UPDATED.wireName())) {
                session.arrivals().add(one.at());
            }
        });
        seen = all.size();
    }

    private static void assertWhole(Session session) {
        List<JsonNode> started = session.named("transaction.started");
        List<JsonNode> stopped = session.named("transaction.stopped");
        assertThat(started).as(session.chargeBoxId()).hasSize(1);
        assertThat(stopped).as(session.chargeBoxId()).hasSize(1);
        assertThat(session.events())
                .as("one transaction of " + session.chargeBoxId())
                .extracting(event -> event.at("/data/transactionId").asInt())
                .containsOnly(started.getFirst().at("/data/transactionId").asInt());
        assertThat(stopped.getFirst().at("/data/energyWh").asInt()).isPositive();
        assertThat(session.readings())
                .extracting(Session::energy)
                .as("the meter of %s never goes back", session.chargeBoxId())
                .isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(longestPause(session))
                .as("without an owner: " + session.chargeBoxId())
                .isLessThanOrEqualTo(TAKE_OVER);
        List<Instant> times = session.readings().stream().map(Session::at).toList();
        assertThat(IntStream.range(1, times.size()))
                .as("the next owner takes the readings that were due: " + times)
                .allMatch(place ->
                        Duration.between(times.get(place - 1), times.get(place)).compareTo(MOST_BETWEEN) < 0);
    }

    private static Duration longestPause(Session session) {
        List<Long> arrivals = session.arrivals().stream().sorted().toList();
        return IntStream.range(1, arrivals.size())
                .mapToObj(place -> Duration.ofNanos(arrivals.get(place) - arrivals.get(place - 1)))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
