package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A real Prometheus that scrapes a platform every second, with the rules in {@code deploy}. */
final class Prometheus implements AutoCloseable {

    private static final Path DEPLOY = Platform.repository().resolve("deploy");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    private Prometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Without Prometheus, returns empty with a notice, or fails with {@code plugstream.tools=required}. */
    static Optional<Prometheus> start(Platform platform, Path directory) throws IOException, InterruptedException {
        Optional<String> program = find();
        if (program.isEmpty()) {
            assertThat(System.getProperty("plugstream.tools"))
                    .as("prometheus is not available")
                    .isNotEqualTo("required");
            System.out.println("NOTICE: prometheus is not available, so dashboards and rules are not tested");
            return Optional.empty();
        }
        int port = freePort();
        Files.createDirectories(directory);
        Path settings = Files.writeString(directory.resolve("prometheus.yml"), settings(platform));
        Process process = new ProcessBuilder(
                        program.get(),
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        return Optional.of(new Prometheus(process, port));
    }

    private static Optional<String> find() throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(DEPLOY.resolve("tool").toString(), "prometheus")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String path = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return tool.waitFor() == 0 ? Optional.of(path) : Optional.empty();
    }

    private static String settings(Platform platform) {
        String jobs = Arrays.stream(Service.values())
                .map(service -> """
                          - job_name: %s
                            metrics_path: /actuator/prometheus
                            static_configs: [{targets: ["localhost:%d"]}]
                        """.formatted(service.module(), platform.actuatorPort(service)))
                .collect(Collectors.joining());
        return """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s/prometheus/rules/*.yml"]
                scrape_configs:
                %s""".formatted(DEPLOY, jobs);
    }

    /** The current samples of an expression. Fails if the expression does not parse. */
    JsonNode query(String expression) {
        return get("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .at("/data/result");
    }

    /** All rules that Prometheus has loaded, each with its health. */
    JsonNode rules() {
        return get("rules").at("/data/groups");
    }

    void awaitReady() {
        Awaitility.await("Prometheus has seen all services")
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(query("up == 1"))
                        .as("%s", get("targets").at("/data/activeTargets").findValuesAsString("lastError"))
                        .hasSize(Service.values().length));
    }

    private JsonNode get(String path) {
        try {
            HttpResponse<String> response = HTTP.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return Json.mapper().readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
