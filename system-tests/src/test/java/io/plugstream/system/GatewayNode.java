package io.plugstream.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** One more gateway of a platform, as a process of its own that can be killed, stopped and started again. */
final class GatewayNode implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Platform platform;
    private final String name;
    private final Path output;
    private final int port = freePort();
    private final int actuatorPort = freePort();
    private @Nullable Process process;

    GatewayNode(Platform platform, String name, Path directory) {
        this.platform = platform;
        this.name = name;
        this.output = directory.resolve(name + ".log");
    }

    int port() {
        return port;
    }

    /** Begins to start it. */
    void launch() throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms64m",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        jar().toString(),
                        "--server.address=127.0.0.1",
                        "--server.port=" + port,
                        "--management.server.port=" + actuatorPort,
                        "--plugstream.instance=" + name,
                        "--plugstream.gateway.presence.beat-interval=1s",
                        "--spring.kafka.bootstrap-servers=" + platform.bootstrapServers()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
    }

    void awaitReady() {
        Awaitility.await(name + " is ready, see " + output)
                .atMost(Duration.ofMinutes(2))
                .until(this::isReady);
    }

    /** Ends it at once, as a crash would. */
    void kill() {
        signal("KILL");
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !running().isAlive());
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

    /** SIGTERM, also to one that sleeps. */
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

    private Process running() {
        Process present = process;
        if (present == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return present;
    }

    private boolean isReady() throws InterruptedException {
        URI uri = URI.create("http://localhost:" + actuatorPort + "/actuator/health/readiness");
        try {
            return HTTP.send(
                                    HttpRequest.newBuilder(uri)
                                            .timeout(Duration.ofSeconds(5))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path jar() throws IOException {
        Path target = Platform.repository().resolve("ocpp-gateway").resolve("target");
        try (var jars = Files.newDirectoryStream(target, "ocpp-gateway-*-exec.jar")) {
            return jars.iterator().next();
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
