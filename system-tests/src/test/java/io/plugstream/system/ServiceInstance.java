package io.plugstream.system;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.StopSignal;
import io.plugstream.parts.ProcessSignals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An instance of a service, as a process that ends with this JVM and can be killed and started again. */
public final class ServiceInstance implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(4);
    private static final Duration STOP = Duration.ofSeconds(25);

    private final Service service;
    private final String name;
    private final String label;
    private final Path directory;
    private final Map<String, String> settings;
    private final int port = FreePorts.one();
    private final int actuatorPort = FreePorts.one();
    private volatile @Nullable ChildProcess process;

    /** @param settings environment variables, besides the instance's name, ports and state */
    public ServiceInstance(Service service, String name, Path directory, Map<String, String> settings) {
        this.service = service;
        this.name = name;
        this.label = service.module() + '-' + name;
        this.directory = directory;
        this.settings = new HashMap<>(settings);
    }

    /** An additional instance of a platform's service, with its settings. */
    static ServiceInstance of(Platform platform, Service service, String name, Path directory) throws IOException {
        return of(platform, service, name, directory, Map.of());
    }

    /** The same with more settings. */
    static ServiceInstance of(Platform platform, Service service, String name, Path directory, Map<String, String> more)
            throws IOException {
        Map<String, String> settings = new HashMap<>(platform.settings(service));
        settings.putAll(more);
        return new ServiceInstance(service, name, directory, settings);
    }

    public Service service() {
        return service;
    }

    public int port() {
        return port;
    }

    public URI uri() {
        return URI.create("http://localhost:" + port);
    }

    /** Starts it without waiting. */
    public void launch() {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("PLUGSTREAM_INSTANCE", name);
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(actuatorPort));
        environment.put(
                "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                directory.resolve(label + "-state").toString());
        if (service.hasPort()) {
            environment.put("SERVER_PORT", Integer.toString(port));
        }
        process =
                ChildProcess.start(directory.resolve(label + ".log"), environment, StopSignal.TERM, service.command());
    }

    public void awaitReady() {
        running().awaitReady(label, actuatorPort, START);
    }

    /** Waits until it also reaches everything that it needs. */
    public void awaitHealthy() {
        awaitReady();
        URI health = URI.create("http://localhost:" + actuatorPort + "/actuator/health");
        Awaitility.await(label + " is healthy")
                .atMost(START)
                .ignoreException(UncheckedIOException.class)
                .until(() -> ApiAccess.send(HttpRequest.newBuilder(health)
                                        .timeout(Duration.ofSeconds(5))
                                        .build())
                                .statusCode()
                        == 200);
    }

    /** Kills it, like a crash. */
    public void kill() {
        running().process().destroyForcibly();
        Awaitility.await(label + " is gone").until(() -> !running().isAlive());
    }

    /** Like an instance that gets no CPU time. */
    public void pause() {
        ProcessSignals.pause(handle());
    }

    public void resume() {
        ProcessSignals.resume(handle());
    }

    /** Stops it with SIGTERM, like an orchestrator, and waits for its end. */
    void terminate() {
        handle().destroy();
        Awaitility.await(label + " ends")
                .atMost(Duration.ofMinutes(1))
                .until(() -> !running().isAlive());
    }

    /** Stops it with SIGTERM, even if it is paused, then kills it. */
    @Override
    public void close() {
        ChildProcess last = process;
        if (last != null && last.isAlive()) {
            resume();
            last.stop(STOP);
        }
    }

    private ProcessHandle handle() {
        return running().process().toHandle();
    }

    private ChildProcess running() {
        return Objects.requireNonNull(process, label + " was not started");
    }

    @Override
    public String toString() {
        return label;
    }
}
