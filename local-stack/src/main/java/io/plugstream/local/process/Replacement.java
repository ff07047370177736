package io.plugstream.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Rebuilds one service of a running platform and runs it here instead of the old process. */
public final class Replacement {
    private static final Duration STOP = Duration.ofSeconds(25);

    private final ServiceFiles files;

    /** The named service of the run that keeps its state in {@code directory}. */
    public Replacement(Path directory, String service) {
        this.files = new ServiceFiles(directory, service);
    }

    /** Whether the run has started the service. */
    public boolean exists() {
        return Files.isExecutable(files.startScript());
    }

    /**
     * Stops the running service, builds it, starts it and returns when it ends. The service is down during the build,
     * because a JVM does not survive a change of its jar. It stays down if the build fails.
     *
     * @param build the command that builds its jar
     * @return the exit code of the service, or of a build that failed
     */
    public int run(List<String> build) throws IOException, InterruptedException {
        files.running().ifPresent(process -> ServiceProcess.end(process, STOP));
        var built = inForeground(build);
        return built == 0 ? inForeground(List.of(files.startScript().toString())) : built;
    }

    private static int inForeground(List<String> command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).inheritIO().start();
        var end = new Thread(process::destroy, "end");
        Runtime.getRuntime().addShutdownHook(end);
        var code = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return code;
    }
}
