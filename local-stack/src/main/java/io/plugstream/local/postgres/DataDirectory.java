package io.plugstream.local.postgres;

import io.plugstream.local.process.Directories;
import io.plugstream.local.process.LogTail;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The server's data directory. It is created under another name and then moved, so that an interrupted start leaves no
 * incomplete directory.
 */
final class DataDirectory {
    private static final int INIT_SECONDS = 120;

    private final Path directory;
    private final Path log;
    private final PostgresBinaries binaries;
    private final ServerAccount account;

    DataDirectory(Path directory, Path log, PostgresBinaries binaries, ServerAccount account) {
        this.directory = directory;
        this.log = log;
        this.binaries = binaries;
        this.account = account;
    }

    Path path() {
        return directory.resolve("data");
    }

    /** Creates the directory and its database unless they exist. */
    void prepare(String name, String password) throws IOException {
        if (Files.exists(path())) {
            StaleLock.in(path()).remove();
            return;
        }
        var fresh = directory.resolve("data.new");
        Directories.delete(fresh);
        Files.createDirectories(fresh);
        account.own(fresh);
        run(
                List.of(
                        binaries.program("initdb").toString(),
                        "--pgdata=" + fresh,
                        "--username=postgres",
                        "--auth=scram-sha-256",
                        "--pwfile=/dev/stdin",
                        // Iterations make short passwords harder to guess; this one is long and random. With 4,096 of
                        // them, each new connection costs a young JVM tens of milliseconds.
                        "--set=scram_iterations=1",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--no-instructions"),
                password + "\n");
        run(
                List.of(binaries.program("postgres").toString(), "--single", "-j", "-D", fresh.toString(), "postgres"),
                """
                CREATE ROLE %1$s LOGIN CREATEDB PASSWORD '%2$s';

                CREATE DATABASE %1$s OWNER %1$s;

                """.formatted(name, password));
        Files.move(fresh, path(), StandardCopyOption.ATOMIC_MOVE);
    }

    private void run(List<String> command, String input) throws IOException {
        var process = new ProcessBuilder(account.command(command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        try (var stdin = process.outputWriter()) {
            stdin.write(input);
        } catch (IOException _) {
            // The program has ended; its exit value and its log say why.
        }
        try {
            if (!process.waitFor(INIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new StartException("PostgreSQL could not create its data directory. The end of %s:%n%s"
                        .formatted(log, LogTail.of(log, 20)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("Interrupted while PostgreSQL created its data directory", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
