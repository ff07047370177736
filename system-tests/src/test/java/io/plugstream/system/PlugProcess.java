package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** {@code ./plug} as run in a terminal. */
final class PlugProcess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Process process;
    private final Path output;

    private PlugProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** @param state the directory of its saved state */
    static PlugProcess start(URI api, String key, Path state, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Platform.repository().resolve("plug").toString());
        command.addAll(List.of(arguments));
        Files.createDirectories(state);
        Path output = Files.createTempFile(state, "plug", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PLUGSTREAM_NO_BUILD", "true");
        builder.environment().put("PLUGSTREAM_KEY", key);
        builder.environment().put("PLUGSTREAM_URL", api.toString());
        builder.environment().put("XDG_STATE_HOME", state.toString());
        return new PlugProcess(builder.start(), output);
    }

    String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The complete JSON lines of its output. */
    List<JsonNode> lines() {
        String text = output();
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(line -> Json.mapper().readTree(line))
                .toList();
    }

    List<JsonNode> lines(String kind) {
        return lines().stream()
                .filter(line -> line.path("kind").asString("").equals(kind))
                .toList();
    }

    void await(String kind) {
        Awaitility.await(kind).atMost(LIMIT).until(() -> !lines(kind).isEmpty() || !process.isAlive());
        assertThat(lines(kind)).as(output()).isNotEmpty();
    }

    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(output())
                .isTrue();
        return process.exitValue();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit();
    }

    /** Stops it like Ctrl-C. */
    void interrupt() throws InterruptedException {
        process.destroy();
        awaitExit();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
