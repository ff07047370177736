package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.ChargerView;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.ocpp16.Ocpp16;
import io.plugstream.simulator.scenario.ScenarioRun;
import io.plugstream.simulator.scenario.Scenarios;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The snippets of {@code docs/first-steps.md}, one after the other, on other ports than the page's. */
class FirstStepsIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern SNIPPET = Pattern.compile("```(bash|java)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=]+");

    private static Platform platform;

    @TempDir
    Path directory;

    private int port;

    @SuppressWarnings("NullAway.Init") // The test makes it once it has read the page.
    private Organisation organisation;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void everySnippetDoesWhatThePageSays() throws Exception {
        List<String> snippets = snippets();
        assertThat(snippets).hasSize(6);
        organisation = Organisation.create(platform, "first-steps", "Starter");
        port = freePort();
        JsonNode registered =
                Organisation.json(organisation.post("/api/v1/chargers", Map.of("chargeBoxId", "demo-charger")));
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            SimulatedCharger charger = fleet.charger(
                    new ChargerAddress(
                            URI.create(registered.get("connectionUrl").stringValue()),
                            "demo-charger",
                            registered.get("password").stringValue()),
                    new Ocpp16(),
                    ChargerModel.wallbox("FIRST-STEPS"));
            charger.start();
            assertThat(charger.await(ChargerView::idle, LIMIT)).isTrue();

            Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(run(snippets.get(0))).contains("\"status\":\"online\""));
            Process plug = begin("plug", snippets.get(1), Map.of());
            try {
                Awaitility.await().atMost(LIMIT).until(() -> output("plug").contains("Ready"));
                String secret = SECRET.matcher(output("plug"))
                        .results()
                        .map(MatchResult::group)
                        .findFirst()
                        .orElseThrow();
                Files.writeString(directory.resolve("Receiver.java"), snippets.get(2));
                Process receiver = begin("receiver", "exec java Receiver.java", Map.of("WEBHOOK_SECRET", secret));
                try {
                    Awaitility.await()
                            .atMost(LIMIT)
                            .until(() -> output("receiver").contains("Receiving"));
                    var outcome = new ScenarioRun(charger, (_, _, _) -> "", Clock.systemUTC())
                            .run(Scenarios.named("normalSession").orElseThrow());
                    assertThat(outcome.failure()).isNull();
                    Awaitility.await()
                            .atMost(LIMIT)
                            .untilAsserted(() -> assertThat(output("receiver"))
                                    .contains("transaction.started", "transaction.updated", "transaction.stopped"));
                    assertThat(Json.mapper()
                                    .readTree(run(snippets.get(3)))
                                    .path("status")
                                    .asString())
                            .isEqualTo("accepted");
                    assertThat(run(snippets.get(4))).contains("accepted", "NumberOfConnectors");
                    assertThat(Json.mapper()
                                    .readTree(run(snippets.get(5)))
                                    .path("active")
                                    .asBoolean())
                            .isTrue();
                } finally {
                    end(receiver);
                }
            } finally {
                end(plug);
            }
        }
    }

    /** Of the page, with the ports of this platform. */
    private static List<String> snippets() throws IOException {
        String page = Files.readString(Platform.repository().resolve("docs/first-steps.md"));
        return SNIPPET.matcher(page).results().map(found -> found.group(2)).toList();
    }

    private String run(String snippet) throws Exception {
        Process process = begin("snippet", snippet, Map.of());
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output("snippet")).isZero();
        return output("snippet");
    }

    private Process begin(String name, String snippet, Map<String, String> more) throws IOException {
        String text = snippet.replace("localhost:8080", "localhost:" + platform.apiPort())
                .replace("localhost:3000", "localhost:" + port)
                .replace("./plug", "exec " + Platform.repository().resolve("plug"));
        Path java = directory.resolve("Receiver.java");
        if (Files.exists(java)) {
            Files.writeString(java, Files.readString(java).replace("\"localhost\", 3000", "\"localhost\", " + port));
        }
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", text)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile());
        builder.environment().put("PLUGSTREAM_NO_BUILD", "true");
        builder.environment().put("PLUGSTREAM_KEY", organisation.key());
        builder.environment().put("PLUGSTREAM_URL", platform.api().toString());
        builder.environment().put("XDG_STATE_HOME", directory.toString());
        builder.environment()
                .compute("PATH", (_, path) -> Path.of(System.getProperty("java.home"), "bin") + ":" + path);
        builder.environment().putAll(more);
        return builder.start();
    }

    private String output(String name) throws IOException {
        return Files.readString(directory.resolve(name + ".log"));
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
