package io.plugstream.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files of one service in the directory of a local run. */
record ServiceFiles(Path directory, String service) {
    Path log() {
        return directory.resolve("logs").resolve(service + ".log");
    }

    Path pid() {
        return directory.resolve("pids").resolve(service + ".pid");
    }

    Path startScript() {
        return directory.resolve("start").resolve(service);
    }

    /** Marks the command line of this service's processes, so that a stale pid file never names a foreign process. */
    String mark() {
        return "-Dplugstream.local.run=" + directory + "#" + service;
    }

    void prepare() throws IOException {
        Files.createDirectories(directory.resolve("logs"));
        Files.createDirectories(directory.resolve("pids"));
    }

    /** The process that the pid file names, if it is alive and is this service of this directory. */
    Optional<ProcessHandle> running() {
        try {
            var text = Files.readString(pid()).strip();
            return text.matches("\\d{1,9}")
                    ? ProcessHandle.of(Long.parseLong(text)).filter(this::isOurs)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private boolean isOurs(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .commandLine()
                        .map(line -> line.contains(mark()))
                        .orElse(false);
    }
}
