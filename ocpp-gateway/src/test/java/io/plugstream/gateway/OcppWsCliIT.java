package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Checks, invalid messages and load from a third-party tool, the npm package ocpp-ws-cli, for transport and RPC. */
class OcppWsCliIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int NONSENSE = 200;
    private static final int MOST_RUNS = 4;
    private static final String PASSWORD = "secret";
    private static final Pattern HANDLED = Pattern.compile("CallError\\): (\\d+)");
    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    private static Path home;

    @TempDir
    Path directory;

    private @Nullable Process running;

    @BeforeAll
    static void install() throws Exception {
        home = NpmPackage.install("ocpp-ws-cli", "1.1.12").home();
    }

    /** The checks in which the tool contradicts OCPP. */
    static Stream<Arguments> checks() {
        // The handshake is completed, and the connection then closed at once (OCPP 1.6-J, 3.1.2; 2.0.1, part 4, 3.1.2).
        String subprotocol = "Server requires subprotocol";
        // The gateway answers with the id -1, as for an unreadable message (OCPP 2.0.1, part 4, 4.2.3).
        String id = "Server enforces MessageId is a string";
        // OCPP 1.6 spells the error FormationViolation.
        String spelling = "Server rejects non-object payload in CALL";
        return Stream.of(
                Arguments.of("ocpp1.6", List.of(subprotocol, id, spelling)),
                Arguments.of("ocpp2.0.1", List.of(subprotocol, id)));
    }

    @ParameterizedTest
    @MethodSource("checks")
    void onlyChecksThatContradictOcppFail(String protocol, List<String> otherwise) throws Exception {
        ChargerId id = SharedGateway.registered();

        List<String> failed = failedChecks(id, protocol);
        // A check waits only a second or two, which cannot be configured. A busy machine may need longer.
        for (int run = 1; run < MOST_RUNS && !Set.copyOf(failed).equals(Set.copyOf(otherwise)); run++) {
            failed = failedChecks(id, protocol);
        }

        assertThat(failed).containsExactlyInAnyOrderElementsOf(otherwise);
    }

    private List<String> failedChecks(ChargerId id, String protocol) throws Exception {
        run(id, "test", "--identity", id.chargeBoxId(), "--protocol", protocol, "--suite", "all");
        JsonNode results = report().path("testResults");
        assertThat(results).hasSizeGreaterThan(15);
        return results.valueStream()
                .filter(result -> !result.path("passed").asBoolean())
                .map(result -> result.path("name").asString())
                .toList();
    }

    /** The tool names its first worker itself. */
    @Test
    void malformedMessagesAreAnsweredWithErrors() throws Exception {
        Process fuzz = run(registered("Fuzzer-1"), "fuzz", "--workers", "1", "--flood");
        await().atMost(LIMIT).until(() -> handled() >= NONSENSE || !fuzz.isAlive());
        new ProcessBuilder("kill", "-INT", Long.toString(fuzz.pid())).start().waitFor();

        assertThat(report().path("metrics").path("serverErrors").asInt()).isGreaterThanOrEqualTo(NONSENSE);
    }

    /** The tool names its first client itself. */
    @ParameterizedTest
    @ValueSource(strings = {"ocpp1.6", "ocpp2.0.1"})
    void itsBenchmarkRunsWithoutErrors(String protocol) throws Exception {
        run(registered("Bench-1"), "bench", "--duration", "3", "--concurrency", "1", "--protocol", protocol);

        JsonNode metrics = report().path("metrics");
        assertThat(metrics.path("messagesReceived").asInt())
                .as(metrics.toString())
                .isPositive();
        assertThat(metrics.path("errors").asInt()).as(metrics.toString()).isZero();
    }

    @AfterEach
    void end() {
        if (running != null) {
            running.destroyForcibly();
        }
    }

    private static ChargerId registered(String chargeBoxId) throws Exception {
        ChargerId id = new ChargerId("demo", chargeBoxId);
        topics.register(id, PASSWORD);
        gateway.awaitKnown(id);
        return id;
    }

    private Process run(ChargerId id, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "node", home.resolve("node_modules/ocpp-ws-cli/dist/index.js").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "--endpoint",
                "ws://%s:%s@localhost:%d/ocpp/%s"
                        .formatted(id.chargeBoxId(), PASSWORD, gateway.port(), id.organisationId()),
                "--report",
                "json",
                "--report-dir",
                directory.resolve("reports").toString()));
        ProcessBuilder tool =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output().toFile());
        // With this variable the tool does not show how many frames were answered.
        tool.environment().remove("CI");
        Process started = tool.start();
        running = started;
        return started;
    }

    private Path output() {
        return directory.resolve("output.txt");
    }

    /** The number of frames that were answered with a CALLERROR, from the tool's running output. */
    private int handled() throws IOException {
        return HANDLED.matcher(Files.readString(output()))
                .results()
                .mapToInt(shown -> Integer.parseInt(shown.group(1)))
                .max()
                .orElse(0);
    }

    private JsonNode report() throws IOException {
        List<Path> written = new ArrayList<>();
        await().atMost(LIMIT).until(() -> {
            try (Stream<Path> files = Files.list(Files.createDirectories(directory.resolve("reports")))) {
                files.filter(file -> file.toString().endsWith(".json")).forEach(written::add);
            }
            return !written.isEmpty() && Files.readString(written.getFirst()).endsWith("}");
        });
        JsonNode report = Json.mapper().readTree(Files.readString(written.getFirst()));
        Files.delete(written.getFirst());
        return report;
    }
}
