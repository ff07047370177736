package io.plugstream.local.postgres;

import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The {@code postmaster.pid} that a killed server leaves. PostgreSQL trusts it whenever a process with that id exists,
 * which is likely after a container restart. So it is removed when that process is not PostgreSQL.
 */
record StaleLock(Path file) {
    private static final int ENDING_SECONDS = 15;

    static StaleLock in(Path data) {
        return new StaleLock(data.resolve("postmaster.pid"));
    }

    /** Waits for a server that is ending; throws if it keeps running. */
    void remove() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        var server = ProcessHandle.of(pid()).filter(StaleLock::isServer);
        if (server.isPresent() && !ends(server.get())) {
            throw new StartException("A PostgreSQL server, process %d, is running on %s already"
                    .formatted(server.get().pid(), file.getParent()));
        }
        Files.deleteIfExists(file);
    }

    private long pid() throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.findFirst()
                    .map(String::strip)
                    .filter(line -> line.matches("\\d{1,9}"))
                    .map(Long::parseLong)
                    .orElse(0L);
        }
    }

    private static boolean isServer(ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> command.endsWith("/postgres"))
                .orElse(false);
    }

    private static boolean ends(ProcessHandle server) {
        try {
            server.onExit().get(ENDING_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
