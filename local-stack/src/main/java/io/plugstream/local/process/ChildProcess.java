package io.plugstream.local.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A process that ends with this JVM, however this JVM ends: a watcher reads a pipe that only this JVM holds open. When
 * the pipe closes, the watcher signals the process, and kills it 30 s later if necessary. The process leads its own
 * session, so that Ctrl-C in a terminal reaches only this JVM, which then stops its children in order.
 */
public final class ChildProcess implements AutoCloseable {
    // The double fork keeps the watcher from being a child of the process, because PostgreSQL reaps its children.
    private static final String WATCHED = """
            exec 3<&0
            ( (
              while read -r _; do :; done <&3
              kill -"$0" $$ || exit 0
              for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
                sleep 1; kill -0 $$ || exit 0
              done
              kill -KILL $$
            ) >/dev/null 2>&1 & )
            exec 3<&-
            exec "$@" </dev/null
            """;

    // A garbage-collected Process would close its pipe and so stop the child.
    private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();

    private static final int POLL_MILLIS = 50;
    private static final int TAIL_LINES = 20;

    private final Process process;
    private final OutputStream leash;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.leash = process.getOutputStream();
        this.log = log;
    }

    /**
     * Starts {@code command} with {@code environment} added to ours; its output is appended to {@code log}.
     *
     * @throws StartException if it cannot be started at all
     */
    public static ChildProcess start(
            Path log, Map<String, String> environment, StopSignal signal, List<String> command) {
        var watched = new ArrayList<>(List.of("setsid", "sh", "-c", WATCHED, signal.name()));
        watched.addAll(command);
        var builder = new ProcessBuilder(watched)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            var child = new ChildProcess(builder.start(), log);
            ALIVE.add(child);
            var _ = child.process.onExit().thenRun(() -> ALIVE.remove(child));
            return child;
        } catch (IOException e) {
            throw new StartException("Cannot start " + command.getFirst() + ": " + e.getMessage(), e);
        }
    }

    public Process process() {
        return process;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path log() {
        return log;
    }

    /** Whether a process has started; called again and again. */
    public interface Check {
        boolean passes() throws InterruptedException;
    }

    /**
     * Returns when {@code check} passes; ends the process otherwise.
     *
     * @param name the process in messages
     * @throws StartException with the end of the log, if the process ends or {@code limit} passes before
     */
    public void awaitStart(String name, Duration limit, Check check) {
        var end = System.nanoTime() + limit.toNanos();
        try {
            while (!check.passes()) {
                if (!isAlive() || System.nanoTime() > end) {
                    throw notStarted(name, limit);
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new StartException("Interrupted while " + name + " was starting", e);
        }
    }

    /** The same for a service, until its actuator on {@code managementPort} says that it is ready. */
    public void awaitReady(String name, int managementPort, Duration limit) {
        var readiness = new Readiness(managementPort);
        awaitStart(name, limit, () -> readiness.ask().ready());
    }

    private StartException notStarted(String name, Duration limit) {
        var what = isAlive()
                ? "did not answer within %d s".formatted(limit.toSeconds())
                : "ended with exit code %d while starting".formatted(process.exitValue());
        close();
        return new StartException("%s %s. The end of %s:%n%s".formatted(name, what, log, LogTail.of(log, TAIL_LINES)));
    }

    /** Asks the process to end, and kills it after {@code timeout}. Returns when it has ended. */
    public void stop(Duration timeout) {
        try {
            leash.close();
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop(Duration.ofSeconds(20));
    }
}
