package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.platform.JavaProcess;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The {@link BadNeighbour} in its own process, whose client and receiver do not share a JVM with what measures. The
 * process ends when its standard input does, so also when this JVM is killed. Its priority is normal: with the lowest
 * one it fell behind, and then sent its calls in bursts.
 */
final class BadNeighbourProcess implements AutoCloseable {

    /** It starts while others are measured, so it compiles little. */
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Duration ANSWER = Duration.ofMinutes(2);
    private static final Duration QUIET = Duration.ofMinutes(3);

    private final Process process;
    private final Iterator<String> counts;

    private BadNeighbourProcess(Process process) {
        this.process = process;
        // A JVM may print warnings.
        this.counts = process.inputReader(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("{"))
                .iterator();
    }

    /** Starts it and returns when all its activities have begun. */
    static BadNeighbourProcess begin(Path directory, Orders orders) throws IOException {
        List<String> command =
                JavaCommand.ofMain(directory.resolve("bad-neighbour.args"), JVM, BadNeighbour.class, List.of());
        BadNeighbourProcess started = new BadNeighbourProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        try {
            Writer input = started.process.outputWriter(StandardCharsets.UTF_8);
            input.write(Json.mapper().writeValueAsString(orders) + '\n');
            input.flush();
            var _ = started.nextCounts();
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /**
     * Ends all its activities. Returns when its receiver has got nothing for a while.
     *
     * @return how many of its frames were answered, its calls by status and its POSTs, as JSON
     */
    String end() throws IOException, InterruptedException {
        process.outputWriter(StandardCharsets.UTF_8).close();
        String told = nextCounts();
        if (!process.waitFor(QUIET)) {
            throw new IllegalStateException("the bad organisation still gets POSTs after " + QUIET);
        }
        return told;
    }

    /** The CPU time so far. */
    Duration cpu() {
        return new JavaProcess(process.toHandle()).cpu();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Its end is the end of its output. */
    private String nextCounts() {
        return CompletableFuture.supplyAsync(counts::next, Thread::startVirtualThread)
                .orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
