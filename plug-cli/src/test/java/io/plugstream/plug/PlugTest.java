package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.plug.api.ApiKey;
import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlugTest {

    private static final String KEY = "plug_test_" + "a".repeat(49);

    @TempDir
    Path directory;

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private Path keyFile;

    @BeforeEach
    void writeKey() throws IOException {
        keyFile = Files.writeString(directory.resolve("key"), KEY + '\n');
    }

    @Test
    void usageListsTheCommands() {
        assertThat(run("http://localhost:1")).isEqualTo(2);
        assertThat(errors.toString()).contains("listen", "trigger", "chargers", "command", "keys", "Exit codes:");
    }

    @ParameterizedTest
    @CsvSource({
        "listen",
        "listen --forward-to nowhere",
        "listen --forward-to http://user@localhost/",
        "listen --forward-to http://localhost:65536/",
        "listen --forward-to http://localhost:1/ --since yesterday",
        "command CP-1",
        "command CP-1 Reset {",
        "command CP-1 Reset []",
        "trigger",
        "chargers --what"
    })
    void wrongUseExitsWithTwo(String line) {
        var arguments = (line + (line.contains("what") ? "" : " --key-file " + keyFile)).split(" ", -1);
        assertThat(run("http://localhost:1", arguments)).isEqualTo(2);
        assertThat(errors.toString()).isNotBlank().doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8d", "169h", "2020-01-01T00:00:00Z"})
    void eventsThatAreNoLongerKeptCannotBeAskedFor(String since) {
        var line = "listen --forward-to http://localhost:1/ --since " + since + " --key-file " + keyFile;
        assertThat(run("http://localhost:1", line.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString()).contains("--since", "7 days");
    }

    @ParameterizedTest
    @CsvSource({"live, true", "test, false"})
    void forwardingTheEventsOfRealChargersIsWarnedOf(String mode, boolean isWarned) throws Exception {
        Files.writeString(keyFile, KEY.replace("test", mode));
        var line = "listen --forward-to nowhere --key-file " + keyFile;
        assertThat(run("http://localhost:1", line.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString().contains("this is a live key")).isEqualTo(isWarned);
    }

    @Test
    void aKeyIsNeeded() {
        assertThat(run("http://localhost:1", "keys", "--key-file", "nowhere")).isEqualTo(2);
        assertThat(run("ftp://localhost:1", "keys", "--key-file", keyFile.toString()))
                .isEqualTo(2);
    }

    @Test
    void aKeyComesFromTheFileOrTheEnvironment() throws Exception {
        assertThat(ApiKey.of(null, Map.of("PLUGSTREAM_KEY", KEY)).prefix()).isEqualTo("plug_test_aaaa");
        assertThat(ApiKey.of(keyFile, Map.of("PLUGSTREAM_KEY", "x"))).hasToString("plug_test_aaaa…");
        Files.writeString(keyFile, '\uFEFF' + KEY + "\r\n");
        assertThat(ApiKey.of(keyFile, Map.of())).hasToString("plug_test_aaaa…");
        for (var text : new String[] {"", "secret", KEY + "\r\nX: y", KEY + "a"}) {
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> ApiKey.of(null, Map.of("PLUGSTREAM_KEY", text)))
                    .matches(failure -> failure.kind() == Failure.Kind.USAGE)
                    .withMessageNotContaining(KEY);
        }
    }

    @Test
    void unreachableApiExitsWithThree() {
        assertThat(run("http://localhost:1", "chargers", "--key-file", keyFile.toString()))
                .isEqualTo(3);
        assertThat(errors.toString()).contains("http://localhost:1", "nobody listens there", "PLUGSTREAM_URL");
    }

    @Test
    void refusedKeyExitsWithFour() throws Exception {
        try (var api = FakeApi.answering(401, _ -> "{\"title\":\"Authentication required\"}")) {
            assertThat(run(api.uri().toString(), "keys", "--key-file", keyFile.toString()))
                    .isEqualTo(4);
        }
        assertThat(errors.toString()).contains("401: the API does not accept the key", "revoked");
    }

    @Test
    void refusalsCannotControlTheTerminal() throws Exception {
        try (var api = FakeApi.answering(400, _ -> """
                {"title":"Invalid","detail":"\\u001b[2Jgone","errors":[{"field":"name","message":"\\u009bis long"}]}""")) {
            assertThat(run(api.uri().toString(), "keys", "--key-file", keyFile.toString()))
                    .isEqualTo(2);
        }
        assertThat(errors.toString().lines()).containsExactly("plug: 400 Invalid: ?[2Jgone", "  name ?is long");
    }

    @Test
    void theAddressMayHaveAPath() throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"apiKeys\":[]}")) {
            for (var path : List.of("/plugstream", "/plugstream/")) {
                assertThat(run(api.uri() + path, "keys", "--key-file", keyFile.toString()))
                        .isZero();
                assertThat(api.asked().getLast().uri().getPath()).isEqualTo("/plugstream/api/v1/auth/api-keys");
            }
            assertThat(run(api.uri() + "/?a=b", "keys", "--key-file", keyFile.toString()))
                    .isEqualTo(2);
        }
    }

    @Test
    void scenariosNeedATestKey() throws Exception {
        Files.writeString(keyFile, KEY.replace("test", "live"));
        assertThat(run("http://localhost:1", "trigger", "normalSession", "--key-file", keyFile.toString()))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("plug_test_");
    }

    @Test
    void chargersAreReadPageByPage() throws Exception {
        try (var api = FakeApi.answering(
                200,
                asked -> asked.uri().getQuery().contains("cursor=")
                        ? "{\"chargers\":[{\"chargeBoxId\":\"CP-2\",\"status\":\"offline\",\"connectors\":[]}]}"
                        : "{\"chargers\":[{\"chargeBoxId\":\"CP-1\",\"status\":\"online\",\"vendor\":\"V\\u001b[31m\","
                                + "\"connectors\":[{\"connectorId\":1,\"status\":\"Charging\"}]}],\"nextCursor\":\"a+b\"}")) {
            assertThat(run(api.uri().toString(), "chargers", "--key-file", keyFile.toString()))
                    .isZero();
            assertThat(api.asked().get(1).uri().getRawQuery()).contains("cursor=a%2Bb");
        }
        assertThat(output.toString())
                .contains("CP-1", "1:Charging", "CP-2", "V?[31m")
                .doesNotContain("\u001b");
    }

    @Test
    void jsonCannotControlTheTerminal() throws Exception {
        var vendor = "\u009b2J\u007f\u202e\ud83d\ude97é" + Character.toString(0xE0001);
        try (var api = FakeApi.answering(
                200, _ -> "{\"chargers\":[{\"chargeBoxId\":\"CP-1\",\"vendor\":\"" + vendor + "\"}]}")) {
            assertThat(run(api.uri().toString(), "chargers", "--json", "--key-file", keyFile.toString()))
                    .isZero();
        }
        assertThat(output.toString()).contains("\\u009b2J\\u007f\\u202e\ud83d\ude97é\\udb40\\udc01\"");
        assertThat(Json.read(output.toString()).at("/chargers/0/vendor").asString())
                .isEqualTo(vendor);
    }

    @ParameterizedTest
    @CsvSource({"accepted,0", "rejected,1", "failed,1", "timed_out,1", "queued,0"})
    void theResultOfACommandDecidesTheExitCode(String status, int exit) throws Exception {
        try (var api = FakeApi.answering(200, _ -> """
                {"id":"1","action":"Reset","status":"%s","response":{"status":"Rejected"}}""".formatted(status))) {
            assertThat(run(
                            api.uri().toString(),
                            "command",
                            "CP 1/ä",
                            "Reset",
                            "{\"type\":\"Soft\"}",
                            "--timeout",
                            "5",
                            "--key-file",
                            keyFile.toString()))
                    .isEqualTo(exit);
            assertThat(api.asked().getFirst().uri().getRawPath())
                    .isEqualTo("/api/v1/chargers/CP%201%2F%C3%A4/commands");
            assertThat(api.asked().getFirst().body())
                    .isEqualTo("{\"action\":\"Reset\",\"payload\":{\"type\":\"Soft\"},\"timeoutSeconds\":5}");
        }
        assertThat(output.toString()).contains("CP 1/ä Reset → " + status);
    }

    @Test
    void waitingReadsTheCommandAgain() throws Exception {
        try (var api = FakeApi.answering(
                200,
                asked -> asked.method().equals("POST")
                        ? "{\"id\":\"7\",\"action\":\"Reset\",\"status\":\"sent\"}"
                        : "{\"id\":\"7\",\"action\":\"Reset\",\"status\":\"rejected\"}")) {
            assertThat(run(
                            api.uri().toString(),
                            "command",
                            "CP-1",
                            "Reset",
                            "--wait",
                            "--json",
                            "--key-file",
                            keyFile.toString()))
                    .isEqualTo(1);
            assertThat(api.asked().get(1).uri().getPath()).isEqualTo("/api/v1/commands/7");
        }
        assertThat(output.toString()).contains("\"status\":\"rejected\"");
    }

    @ParameterizedTest
    @CsvSource({"succeeded,0", "failed,1"})
    void theResultOfAScenarioDecidesTheExitCode(String status, int exit) throws Exception {
        try (var api = FakeApi.answering(200, asked -> switch (asked.uri().getPath()) {
            case "/api/v1/chargers" -> "{\"chargers\":[{\"chargeBoxId\":\"CP-1\"}]}";
            case "/api/v1/sandbox/chargers/CP-1/scenarios" -> "{\"id\":\"7\",\"status\":\"running\"}";
            default -> """
                {"id":"7","status":"%s","steps":[{"step":"transaction.started","at":"now","eventId":"e-1"}]}""".formatted(status);
        })) {
            assertThat(run(api.uri().toString(), "trigger", "normalSession", "--key-file", keyFile.toString()))
                    .isEqualTo(exit);
            assertThat(api.asked().get(1).body()).isEqualTo("{\"scenario\":\"normalSession\"}");
            assertThat(api.asked().getLast().uri().getPath()).isEqualTo("/api/v1/sandbox/scenarios/7");
        }
        assertThat(output.toString()).contains("transaction.started", "e-1", status);
    }

    @Test
    void anEventKnownAfterALaterStepIsPrintedOnce() throws Exception {
        var looks = new AtomicInteger();
        try (var api = FakeApi.answering(200, asked -> switch (asked.uri().getPath()) {
            case "/api/v1/sandbox/chargers/CP-1/scenarios" -> "{\"id\":\"7\",\"status\":\"running\"}";
            default ->
                looks.getAndIncrement() == 0
                        ? "{\"status\":\"running\",\"steps\":[{\"step\":\"swipe\",\"at\":\"1\"},{\"step\":\"pause\",\"at\":\"3\"}]}"
                        : """
                        {"status":"succeeded","steps":[{"step":"swipe","at":"1"},
                        {"step":"transaction.started","at":"2","eventId":"e-1"},{"step":"pause","at":"3"}]}""";
        })) {
            assertThat(run(
                            api.uri().toString(),
                            "trigger",
                            "normalSession",
                            "--charger",
                            "CP-1",
                            "--key-file",
                            keyFile.toString()))
                    .isZero();
        }
        assertThat(output.toString().lines())
                .filteredOn(line -> line.endsWith("pause"))
                .hasSize(1);
        assertThat(output.toString()).contains("e-1");
    }

    @Test
    void aChargerMustBeNamedIfThereAreTwo() throws Exception {
        try (var api =
                FakeApi.answering(200, _ -> "{\"chargers\":[{\"chargeBoxId\":\"CP-1\"},{\"chargeBoxId\":\"CP-2\"}]}")) {
            assertThat(run(api.uri().toString(), "trigger", "normalSession", "--key-file", keyFile.toString()))
                    .isEqualTo(2);
        }
        assertThat(errors.toString()).contains("--charger");
    }

    @ParameterizedTest
    @CsvSource({
        "30m,2026-01-31T08:30:00Z",
        "2h,2026-01-31T07:00:00Z",
        "7d,2026-01-24T09:00:00Z",
        "2026-01-30T10:00:00+01:00,2026-01-30T09:00:00Z"
    })
    void aTimeIsADurationAgoOrATimestamp(String text, Instant expected) {
        assertThat(ListenCommand.moment(text, Instant.parse("2026-01-31T09:00:00Z")))
                .isEqualTo(expected);
    }

    private int run(String address, String... arguments) {
        return Plug.commandLine(Map.of("PLUGSTREAM_URL", address))
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }
}
