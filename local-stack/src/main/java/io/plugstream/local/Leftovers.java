package io.plugstream.local;

import io.plugstream.local.process.StartException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Processes of an earlier run that was killed. Most end by themselves; manually started services do not. */
record Leftovers(Path state) {
    private static final Duration TIMEOUT = Duration.ofSeconds(35);
    private static final int POLL_MILLIS = 200;

    /**
     * Waits until none are left.
     *
     * @throws StartException naming the processes that remain
     */
    void awaitEnd() throws InterruptedException {
        var end = System.nanoTime() + TIMEOUT.toNanos();
        for (var left = alive(); !left.isEmpty(); left = alive()) {
            if (System.nanoTime() > end) {
                throw new StartException("Processes of an earlier run are still running. Stop them first: kill "
                        + left.stream()
                                .map(process -> Long.toString(process.pid()))
                                .collect(Collectors.joining(" ")));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private List<ProcessHandle> alive() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(this::isOurs)
                .toList();
    }

    private boolean isOurs(ProcessHandle process) {
        var info = process.info();
        return info.command()
                        .filter(program -> program.endsWith("/java") || program.endsWith("/postgres"))
                        .isPresent()
                && info.commandLine()
                        .filter(line -> line.contains(state + "/") || line.contains(state + "#"))
                        .isPresent();
    }
}
