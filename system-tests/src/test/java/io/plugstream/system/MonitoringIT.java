package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.plugstream.local.demo.Demonstration;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A real Prometheus scrapes the platform during the demonstration and proves that all queried metrics exist. */
class MonitoringIT {

    private static final int ANY_PORT = 0;

    @TempDir
    static Path scratch;

    private static Platform platform;
    private static Optional<Prometheus> prometheus = Optional.empty();

    @BeforeAll
    static void startPrometheus() throws Exception {
        platform = SharedPlatform.get();
        prometheus = Prometheus.start(platform, scratch.resolve("prometheus"));
    }

    @AfterAll
    static void stopPrometheus() {
        prometheus.ifPresent(Prometheus::close);
    }

    private final Queue<String> said = new ConcurrentLinkedQueue<>();

    @Test
    void everyPanelAndRuleHasData() throws Exception {
        Prometheus watching = prometheus.orElseGet(() -> abort("there is no Prometheus"));
        watching.awaitReady();
        try (Demonstration demonstration = new Demonstration(
                platform.apiPort(),
                platform.identityPort(),
                ANY_PORT,
                Files.createDirectory(scratch.resolve("demonstration")),
                said::add)) {
            demonstration.listen();
            demonstration.prepare();
            demonstration.start();
            for (String visited : demonstration.chargeBoxIds()) {
                Awaitility.await("cars charge at " + visited)
                        .atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(said)
                                .anyMatch(line -> line.contains("transaction.stopped") && line.contains(visited)));
            }
            Organisation organisation = Organisation.of(platform, "demo", demonstration.apiKey());
            String charger = "/api/v1/chargers/" + demonstration.chargeBoxIds().getFirst();
            command(organisation, charger);
            // An increase is visible only if Prometheus has seen the series before.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !watching.query("plugstream_gateway_commands_seconds_count")
                            .isEmpty());
            command(organisation, charger);
            assertThatEverythingIsAnswered(watching);
        }
    }

    private static void command(Organisation organisation, String charger) {
        HttpResponse<String> answer = organisation.post(
                charger + "/commands",
                Map.of("action", "TriggerMessage", "payload", Map.of("requestedMessage", "Heartbeat")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void assertThatEverythingIsAnswered(Prometheus watching) {
        List<String> silent = new ArrayList<>(MonitoredExpressions.panels());
        assertThat(silent).hasSizeGreaterThan(70);
        // Kafka clients report the lag of partitions up to a minute after the assignment.
        Awaitility.await("every panel shows something")
                .pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> {
                    silent.removeIf(expression -> !watching.query(expression).isEmpty());
                    assertThat(silent)
                            .filteredOn(MonitoredExpressions::isAnsweredWhenAllIsWell)
                            .isEmpty();
                });
        List<JsonNode> rules = watching.rules()
                .valueStream()
                .flatMap(group -> group.get("rules").valueStream())
                .toList();
        assertThat(rules)
                .hasSizeGreaterThan(40)
                .allSatisfy(rule -> assertThat(rule.get("health").stringValue())
                        .as(rule.toString())
                        .isEqualTo("ok"));
        assertThat(MonitoredExpressions.metrics(
                        rules.stream().map(rule -> rule.get("query").stringValue())))
                .isNotEmpty()
                .filteredOn(metric -> watching.query("count(" + metric + ")").isEmpty())
                .isEmpty();
    }
}
