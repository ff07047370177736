package io.plugstream.local.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One service as a process: started here, or by hand with the script that a start writes. */
public final class ServiceProcess {
    private static final int TAIL_LINES = 30;

    private final ServiceDefinition definition;
    private final ServiceFiles files;
    private final Readiness readiness;
    private volatile @Nullable ChildProcess child;

    /** A service whose log, pid file and start script are kept below {@code directory}. */
    public ServiceProcess(ServiceDefinition definition, Path directory) {
        this.definition = definition;
        this.files = new ServiceFiles(directory, definition.name());
        this.readiness = new Readiness(definition.managementPort());
    }

    public String name() {
        return definition.name();
    }

    /** The port of its health checks and metrics. */
    public int managementPort() {
        return definition.managementPort();
    }

    /** Starts the service without waiting for it. */
    public void start() {
        try {
            files.prepare();
            StartScript.write(definition, files);
        } catch (IOException e) {
            throw new StartException("%s cannot be started: %s".formatted(name(), e.getMessage()), e);
        }
        child = ChildProcess.start(
                files.log(),
                Map.of(),
                StopSignal.TERM,
                List.of(files.startScript().toString()));
    }

    /** The running process of this service, whoever started it. */
    public Optional<ProcessHandle> running() {
        var ours = child;
        return ours != null && ours.isAlive() ? Optional.of(ours.process().toHandle()) : files.running();
    }

    /** The script that restarts it by hand. */
    public Path startScript() {
        return files.startScript();
    }

    Readiness.Answer askReadiness() throws InterruptedException {
        return readiness.ask();
    }

    /** The message that it ended, with the exit code if known, and the end of its log. */
    String endMessage() {
        var ours = child;
        var code = ours != null && !ours.isAlive()
                ? " with exit code " + ours.process().exitValue()
                : "";
        return "%s ended%s. %s".formatted(name(), code, logTail());
    }

    String logTail() {
        return "The end of %s:%n%s".formatted(files.log(), LogTail.of(files.log(), TAIL_LINES));
    }

    /** Forgets the child process; a process started by hand may replace it, whose exit code is unknown. */
    void forgetChild() {
        child = null;
    }

    /** Stops it gracefully, whoever started it; kills it after {@code timeout}. */
    public void stop(Duration timeout) {
        var ours = child;
        if (ours != null) {
            ours.stop(timeout);
        }
        files.running().ifPresent(process -> end(process, timeout));
    }

    static void end(ProcessHandle process, Duration timeout) {
        process.destroy();
        try {
            process.onExit().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException e) {
            process.destroyForcibly();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
