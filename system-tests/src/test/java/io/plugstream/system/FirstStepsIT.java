package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the snippets of {@code docs/first-steps.md} one after another, on other ports. */
class FirstStepsIT {

    private static final String CHARGER = "demo-charger";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern SNIPPET = Pattern.compile("```bash\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PROGRAM = Pattern.compile("```(?:java|js|python)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern FILE = Pattern.compile("`(\\w+\\.(?:java|mjs|py))`");
    private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=]+");

    private static Platform platform;

    @TempDir
    Path directory;

    private int port;

    @SuppressWarnings("NullAway.Init") // The test sets it after reading the page.
    private Organisation organisation;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void everySnippetOfThePageWorks() throws Exception {
        String page = Files.readString(Platform.repository().resolve("docs/first-steps.md"));
        List<String> snippets =
                SNIPPET.matcher(page).results().map(found -> found.group(1)).toList();
        assertThat(snippets).hasSize(5);
        Map<String, String> programs = programs(page);
        assertThat(programs)
                .containsOnlyKeys(
                        "receiver.mjs", "receiver.py", "Receiver.java", "command.mjs", "command.py", "Command.java");
        assertThat(page)
                .contains(programs.keySet().stream().map(FirstStepsIT::command).toList());
        organisation = Organisation.createTest(platform, "first-steps", "Starter");
        port = freePort();
        for (Map.Entry<String, String> program : programs.entrySet()) {
            Files.writeString(directory.resolve(program.getKey()), onOurPorts(program.getValue()));
        }
        HttpResponse<String> registered = organisation.post("/api/v1/chargers", Map.of("chargeBoxId", CHARGER));
        assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
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
            for (String receiver : present(programs, "eceiver.")) {
                assertReceives(receiver, secret);
            }
            assertAccepted(run(snippets.get(2)));
            for (String program : present(programs, "ommand.")) {
                assertAccepted(run(command(program)));
            }
            assertThat(run(snippets.get(3))).contains("accepted", "NumberOfConnectors");
            assertThat(Json.mapper()
                            .readTree(run(snippets.get(4), Map.of("WEBHOOK_SECRET", secret)))
                            .path("active")
                            .asBoolean())
                    .isTrue();
        } finally {
            end(plug);
        }
    }

    private void assertReceives(String program, String secret) throws Exception {
        Process receiver = begin(program, "exec " + command(program), Map.of("WEBHOOK_SECRET", secret));
        try {
            Awaitility.await().atMost(LIMIT).until(() -> output(program).contains("Receiving"));
            assertThat(run("./plug trigger faultWhileCharging --charger " + CHARGER))
                    .contains("transaction.stopped");
            Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(output(program))
                            .contains("transaction.started", "transaction.stopped", "connector.status_changed"));
            HttpRequest forged = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/webhooks"))
                    .header("webhook-id", "1")
                    .header("webhook-timestamp", Long.toString(Instant.now().getEpochSecond()))
                    .header("webhook-signature", "v1,AAAA")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"event\":\"forged\"}"))
                    .build();
            assertThat(ApiAccess.send(forged).statusCode()).isEqualTo(401);
            assertThat(output(program)).doesNotContain("forged");
        } finally {
            end(receiver);
        }
    }

    private static void assertAccepted(String output) {
        assertThat(Json.mapper().readTree(output).path("status").asString()).isEqualTo("accepted");
    }

    /** The programs of the page by file name, which is the last one before the program. */
    private static Map<String, String> programs(String page) {
        Map<String, String> programs = new LinkedHashMap<>();
        PROGRAM.matcher(page).results().forEach(found -> {
            String name = FILE.matcher(page.substring(0, found.start()))
                    .results()
                    .map(file -> file.group(1))
                    .reduce("", (_, last) -> last);
            programs.put(name, found.group(1));
        });
        return programs;
    }

    /** The command that runs the program on the page. */
    private static String command(String program) {
        return switch (program.substring(program.lastIndexOf('.') + 1)) {
            case "mjs" -> "node " + program;
            case "py" -> "python3 " + program;
            default -> "java " + program;
        };
    }

    /**
     * Skips programs whose language is not installed, with a notice, or fails with {@code plugstream.tools=required}.
     */
    private static List<String> present(Map<String, String> programs, String name) throws Exception {
        List<String> present = new ArrayList<>();
        for (String program : programs.keySet()) {
            if (program.contains(name)) {
                String language = command(program).split(" ", 2)[0];
                Process search = new ProcessBuilder("sh", "-c", "command -v " + language)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (language.equals("java") || search.waitFor() == 0) {
                    present.add(program);
                } else {
                    assertThat(System.getProperty("plugstream.tools"))
                            .as(language + " is not installed")
                            .isNotEqualTo("required");
                    System.out.println("NOTICE: " + language + " is not installed, so " + program + " is not tested");
                }
            }
        }
        return present;
    }

    private String onOurPorts(String text) {
        return text.replace("localhost:8080", "localhost:" + platform.apiPort())
                .replace("3000", Integer.toString(port));
    }

    private String run(String snippet) throws Exception {
        return run(snippet, Map.of());
    }

    private String run(String snippet, Map<String, String> more) throws Exception {
        Process process = begin("snippet", snippet, more);
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output("snippet")).isZero();
        return output("snippet");
    }

    private Process begin(String name, String snippet, Map<String, String> more) throws IOException {
        String text = onOurPorts(snippet)
                .replace("./plug", "exec " + Platform.repository().resolve("plug"));
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
