package io.plugstream.api.platform;

import io.plugstream.local.ImageMaker;
import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.StopSignal;
import io.plugstream.parts.ProcessSignals;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** quota-service as deployed: its own runtime image in a separate process. */
public final class QuotaProcess implements AutoCloseable {

    private final Path home;
    private final String bootstrapServers;
    private final String instance;
    private final List<String> settings;
    private @Nullable ChildProcess child;

    /** The only instance on a test's own broker. */
    public QuotaProcess(Path home, String bootstrapServers) {
        this(home, bootstrapServers, "quota-of-api-tests");
    }

    /** One of several instances on a broker, each with its own name and home. */
    public QuotaProcess(Path home, String bootstrapServers, String instance, String... settings) {
        this.home = home;
        this.bootstrapServers = bootstrapServers;
        this.instance = instance;
        this.settings = List.of(settings);
    }

    /** Starts it unless it runs, and waits until it is ready. */
    public synchronized void ensureRunning() {
        if (child != null && child.isAlive()) {
            return;
        }
        int port = FreePorts.one();
        ChildProcess started = ChildProcess.start(
                home.resolve("quota-service.log"),
                Map.of(),
                StopSignal.TERM,
                Stream.of(
                                ImageMaker.command(Path.of(".."), "quota-service").stream(),
                                Stream.of(
                                        "--spring.kafka.bootstrap-servers=" + bootstrapServers,
                                        "--management.server.port=" + port,
                                        "--plugstream.instance=" + instance,
                                        "--plugstream.quota.state-directory=" + home.resolve("state")),
                                settings.stream())
                        .flatMap(words -> words)
                        .toList());
        child = started;
        started.awaitReady("quota-service", port, Duration.ofMinutes(2));
    }

    /** Like {@code kill -9}. */
    public synchronized void kill() throws InterruptedException {
        ChildProcess running = child;
        if (running != null) {
            running.process().destroyForcibly().waitFor();
        }
        child = null;
    }

    /** Stops the process until {@link #resume}, like an instance that gets no CPU time. */
    public void suspend() {
        ProcessSignals.pause(running());
    }

    public void resume() {
        ProcessSignals.resume(running());
    }

    private synchronized ProcessHandle running() {
        return Objects.requireNonNull(child).process().toHandle();
    }

    @Override
    public synchronized void close() {
        ChildProcess running = child;
        if (running != null) {
            running.close();
        }
        child = null;
    }
}
