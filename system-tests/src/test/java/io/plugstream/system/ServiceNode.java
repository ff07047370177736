package io.plugstream.system;

import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.Readiness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * An additional instance of a platform's service, as a process that can be killed, stopped and started again. It uses
 * the platform's start script for the service, with its own name, ports and state.
 */
final class ServiceNode implements AutoCloseable {

    private final Service service;
    private final String name;
    private final Path script;
    private final int port = FreePorts.one();
    private final int actuatorPort = FreePorts.one();
    private @Nullable Process process;

    ServiceNode(Platform platform, Service service, String name, Path directory) throws IOException {
        this(platform, service, name, directory, Map.of());
    }

    /** @param settings additional environment variables */
    ServiceNode(Platform platform, Service service, String name, Path directory, Map<String, String> settings)
            throws IOException {
        this.service = service;
        this.name = name;
        this.script = directory.resolve(service.module() + '-' + name);
        Files.writeString(script, script(platform.startScript(service), directory, settings));
    }

    private String script(String original, Path directory, Map<String, String> settings) {
        Map<String, String> own = new LinkedHashMap<>(settings);
        own.put("PLUGSTREAM_INSTANCE", name);
        own.put("MANAGEMENT_SERVER_PORT", Integer.toString(actuatorPort));
        own.put(
                "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                directory.resolve(name + "-state").toString());
        if (service.hasPort()) {
            own.put("SERVER_PORT", Integer.toString(port));
        }
        String exports =
                original.lines().filter(line -> line.startsWith("export ")).collect(Collectors.joining("\n"));
        // Starts from jar or image, like the platform's instance.
        String command = original.lines()
                .filter(line ->
                        line.startsWith("set -- ") || line.startsWith("! sha256sum ") || line.startsWith("exec "))
                .collect(Collectors.joining("\n"));
        return exports
                + own.entrySet().stream()
                        .map(setting -> "\nexport " + setting.getKey() + "='" + setting.getValue() + "'")
                        .collect(Collectors.joining())
                + '\n'
                + command.substring(0, command.lastIndexOf(" >>"))
                + '\n';
    }

    int port() {
        return port;
    }

    URI uri() {
        return URI.create("http://localhost:" + port);
    }

    /** Starts it without waiting. */
    void launch() throws IOException {
        process = new ProcessBuilder("sh", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    void awaitReady() {
        Awaitility.await(name + " is ready, see " + log())
                .atMost(Duration.ofMinutes(2))
                .until(() -> new Readiness(actuatorPort).ask().ready());
    }

    /** Kills it, like a crash. */
    void kill() {
        signal("KILL");
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !running().isAlive());
    }

    /** Stops it with SIGTERM, like an orchestrator, and waits for its end. */
    void terminate() {
        signal("TERM");
        Awaitility.await(name + " ends")
                .atMost(Duration.ofMinutes(1))
                .until(() -> !running().isAlive());
    }

    void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(running().pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops it with SIGTERM, even if it is paused. */
    @Override
    public void close() {
        Process last = process;
        if (last == null || !last.isAlive()) {
            return;
        }
        signal("CONT");
        last.destroy();
        try {
            if (!last.waitFor(30, TimeUnit.SECONDS)) {
                last.destroyForcibly();
            }
        } catch (InterruptedException e) {
            last.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Path log() {
        return script.resolveSibling(script.getFileName() + ".log");
    }

    private Process running() {
        Process present = process;
        if (present == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return present;
    }
}
