package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.local.ImageMaker;
import io.plugstream.local.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The whole platform on its own ports, started and stopped through {@code ./run}. */
final class Platform implements ApiAccess, AutoCloseable {

    private static final Pattern EXPORT = Pattern.compile("^export (\\w+)='(.*)'$", Pattern.MULTILINE);
    private static final Duration START = Duration.ofSeconds(150);
    private static final List<Integer> PORTS = List.of(8080, 8081, 8090, 9080, 9081, 9082, 9083, 9084, 9092, 15432);

    /**
     * With these offsets, services listen below the ports of brokers of other tests, and no port is one of outgoing
     * connections. No two offsets share a port.
     */
    private static final int OFFSETS = 136;

    private final Process run;
    private final Path directory;
    private final Path output;
    private final int offset;
    private final Map<String, String> settings;

    private Platform(Process run, Path directory, Path output, int offset, Map<String, String> settings) {
        this.run = run;
        this.directory = directory;
        this.output = output;
        this.offset = offset;
        this.settings = settings;
    }

    /**
     * Starts the platform with its state in {@code directory} and returns when it reports that it is ready.
     *
     * @param settings environment variables for the services, also when they are started by hand
     */
    static Platform start(Path directory, Map<String, String> settings) throws IOException, InterruptedException {
        // The images make all later starts of the services cheaper.
        ImageMaker images = new ImageMaker(repository(), 0, System.err::println);
        images.start();
        images.join();
        int offset = freeOffset();
        Path output = directory.resolveSibling("run.log");
        ProcessBuilder builder = new ProcessBuilder(
                        repository().resolve("run").toString(),
                        "--no-demo",
                        "--port-offset",
                        Integer.toString(offset),
                        "--directory",
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PLUGSTREAM_NO_BUILD", "true");
        builder.environment().putAll(settings);
        Process run = builder.start();
        Platform platform = new Platform(run, directory, output, offset, settings);
        try {
            Awaitility.await("Plugstream is ready").atMost(START).until(platform::saysReadyOrDied);
            assertThat(run.isAlive()).as(platform.output()).isTrue();
            return platform;
        } catch (ConditionTimeoutException e) {
            // Otherwise it would take CPU time from the next tests.
            platform.close();
            throw e;
        }
    }

    @Override
    public URI api() {
        return URI.create("http://localhost:" + port(8080));
    }

    int apiPort() {
        return port(8080);
    }

    @Override
    public int identityPort() {
        return port(8090);
    }

    /** The port for chargers. */
    int gatewayPort() {
        return port(8081);
    }

    String bootstrapServers() {
        return "localhost:" + port(9092);
    }

    /** The status of the service's readiness; 0 without an answer. */
    int readiness(Service service) {
        URI uri = URI.create("http://localhost:" + port(service.actuatorPort()) + "/actuator/health/readiness");
        try {
            return ApiAccess.send(HttpRequest.newBuilder(uri)
                            .timeout(Duration.ofSeconds(5))
                            .build())
                    .statusCode();
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    int actuatorPort(Service service) {
        return port(service.actuatorPort());
    }

    /** The service's metrics in Prometheus' text format. */
    String metrics(Service service) {
        URI uri = URI.create("http://localhost:" + port(service.actuatorPort()) + "/actuator/prometheus");
        return ApiAccess.send(HttpRequest.newBuilder(uri).build()).body();
    }

    /** The service's own bill of materials. */
    HttpResponse<String> billOfMaterials(Service service) {
        URI uri = URI.create("http://localhost:" + port(service.actuatorPort()) + "/actuator/sbom/application");
        return ApiAccess.send(HttpRequest.newBuilder(uri).build());
    }

    /** The program and arguments of the service's process. */
    List<String> command(Service service) throws IOException {
        return List.of(
                Files.readString(Path.of("/proc/" + pid(service) + "/cmdline")).split("\0"));
    }

    /** The log of the service. */
    Path log(Service service) {
        return directory.resolve("logs").resolve(service.module() + ".log");
    }

    /** Kills the service, like a crash. */
    void kill(Service service) {
        ProcessHandle process = process(service);
        process.destroyForcibly();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !process.isAlive());
    }

    /** Stops the service with SIGTERM, like an orchestrator, and returns when it has ended. */
    void terminate(Service service) {
        ProcessHandle process = process(service);
        process.destroy();
        Awaitility.await(service + " ends").atMost(Duration.ofMinutes(1)).until(() -> !process.isAlive());
    }

    boolean isRunning(Service service) {
        return ProcessHandle.of(pid(service)).map(ProcessHandle::isAlive).orElse(false);
    }

    /** The environment variables with which the service is started. */
    Map<String, String> settings(Service service) throws IOException {
        String script = Files.readString(directory.resolve("start").resolve(service.module()));
        return EXPORT.matcher(script).results().collect(Collectors.toMap(one -> one.group(1), one -> one.group(2)));
    }

    /** Starts a killed service by hand, as the operations page says, and returns when it is ready. */
    void startByHand(Service service) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        directory.resolve("start").resolve(service.module()).toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(directory
                        .resolveSibling(service.module() + "-by-hand.log")
                        .toFile()));
        builder.environment().putAll(settings);
        builder.start();
        Awaitility.await(service + " is ready again")
                .atMost(Duration.ofSeconds(90))
                .until(() -> readiness(service) == 200);
    }

    ProcessHandle process(Service service) {
        return ProcessHandle.of(pid(service)).orElseThrow(() -> new IllegalStateException(service + " does not run"));
    }

    private long pid(Service service) {
        try {
            return Long.parseLong(Files.readString(directory.resolve("pids").resolve(service.module() + ".pid"))
                    .strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the platform with SIGTERM and returns when all processes have ended. */
    @Override
    public void close() {
        List<ProcessHandle> processes = run.toHandle().descendants().toList();
        run.destroy();
        try {
            assertThat(run.waitFor(90, TimeUnit.SECONDS))
                    .as("./run stops: " + output())
                    .isTrue();
            assertThat(processes).noneMatch(ProcessHandle::isAlive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean saysReadyOrDied() {
        return !run.isAlive() || output().contains("Plugstream is ready");
    }

    private int port(int usual) {
        return usual + offset;
    }

    /** The project's folder. */
    static Path repository() {
        for (Path directory = Path.of("").toAbsolutePath(); directory != null; directory = directory.getParent()) {
            if (Files.isExecutable(directory.resolve("run"))) {
                return directory;
            }
        }
        throw new IllegalStateException(
                "./run is in no folder above " + Path.of("").toAbsolutePath());
    }

    /** Starts at a random offset, because another test may look for ports at the same time. */
    private static int freeOffset() {
        int begin = ThreadLocalRandom.current().nextInt(OFFSETS);
        for (int number = 0; number < OFFSETS; number++) {
            // Never 2,000: browsers and Node's fetch refuse port 10080.
            int offset = 2_050 + 43 * ((begin + number) % OFFSETS);
            if (PORTS.stream().allMatch(port -> FreePorts.isFree(port + offset, InetAddress.getLoopbackAddress()))
                    && FreePorts.reserve(PORTS.getFirst() + offset)) {
                return offset;
            }
        }
        throw new IllegalStateException("no free ports");
    }
}
