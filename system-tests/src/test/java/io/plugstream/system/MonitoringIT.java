package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import eu.chargetime.ocpp.model.core.ChargePointStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A real Prometheus scrapes the platform, so that what dashboards and rules ask for is known to be there. */
class MonitoringIT {

    private static final String SECRET = "a secret of printable characters";
    private static final List<String> EVENTS =
            List.of("charger.connected", "transaction.started", "transaction.updated", "transaction.stopped");

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

    @Test
    void everyPanelAndEveryRuleHasWhatItAsksFor() throws Exception {
        Prometheus watching = prometheus.orElseGet(() -> abort("there is no Prometheus"));
        watching.awaitReady();
        useEverything();
        // What is to be seen rising has to be seen before.
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> !watching.query("plugstream_api_projection_delay_seconds_count")
                        .isEmpty());
        useEverything();

        List<String> silent = new ArrayList<>(MonitoredExpressions.panels());
        assertThat(silent).hasSizeGreaterThan(70);
        // Clients of Kafka show the lag of partitions up to a minute after they got them.
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

    private static void useEverything() throws Exception {
        Organisation organisation = Organisation.create(platform, "observed", "Starter");
        try (RecordingReceiver receiver = new RecordingReceiver();
                ChargePoint charger = organisation.registerCharger("SEEN")) {
            organisation.registerWebhook(receiver.url(), EVENTS, SECRET);
            charger.connect();
            charger.boot("Acme", "One");
            charger.status(1, ChargePointStatus.Preparing, "plugged in");
            int id = charger.start(charger.startRequest(1, "TAG", 1000));
            charger.meterValue(1, id, "1.5");
            charger.stop(charger.stopRequest(id, 2500));
            organisation.post(
                    "/api/v1/chargers/SEEN/commands",
                    Map.of("action", "RemoteStartTransaction", "payload", Map.of("idTag", "TAG", "connectorId", 1)));
            receiver.await(one -> one.event().equals("transaction.stopped"));
        }
    }
}
