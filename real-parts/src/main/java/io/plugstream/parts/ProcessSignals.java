package io.plugstream.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Pauses single processes, like processes that get no CPU time, and lets them continue. */
public final class ProcessSignals {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** As in proc(5). */
    private static final String STOPPED_OR_ENDED = "TtZX";

    private ProcessSignals() {}

    /**
     * Returns when no thread of the process runs any more. The signal alone needs a thread that takes it. On a busy
     * machine the other threads go on for many milliseconds until then, and a broker stores records meanwhile.
     */
    public static void pause(ProcessHandle process) {
        pause(List.of(process));
    }

    /** The same for several processes, which all get the signal before any is waited for. */
    static void pause(List<ProcessHandle> processes) {
        signal("STOP", processes);
        for (ProcessHandle process : processes) {
            Awaitility.await("process " + process.pid() + " is paused")
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> isPaused(process.pid()));
        }
    }

    public static void resume(ProcessHandle process) {
        resume(List.of(process));
    }

    static void resume(List<ProcessHandle> processes) {
        signal("CONT", processes);
    }

    /** A process that has just ended cannot get a signal and needs none; kill(1) signals the others nevertheless. */
    private static void signal(String signal, List<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            int status = new ProcessBuilder(command).start().waitFor();
            if (status != 0 && processes.stream().allMatch(ProcessHandle::isAlive)) {
                throw new IllegalStateException(command + " ended with " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Where threads are no files, as on macOS, the signal has to do. */
    private static boolean isPaused(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.noneMatch(ProcessSignals::isRunning);
        } catch (NoSuchFileException _) {
            return true;
        }
    }

    /** The state is a letter behind the name, which is in parentheses and may contain some itself. */
    private static boolean isRunning(Path thread) {
        try {
            String line = Files.readString(thread.resolve("stat"));
            return STOPPED_OR_ENDED.indexOf(line.charAt(line.lastIndexOf(')') + 2)) < 0;
        } catch (IOException _) {
            // The thread has ended meanwhile.
            return false;
        }
    }
}
