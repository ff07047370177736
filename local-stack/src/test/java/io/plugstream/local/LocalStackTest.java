package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStackTest {
    @TempDir
    Path directory;

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void helpExplainsEachOption() {
        assertThat(run("--help")).isZero();
        assertThat(output.toString())
                .contains("./run", "--no-demo", "--fresh", "--port-offset", "--brokers", "--directory", "--only");
    }

    /** The script prints the file, because this program may not be built yet. */
    @Test
    void theScriptPrintsTheSameHelp() throws IOException {
        var file = Path.of("src/main/resources/io/plugstream/local/usage.txt");
        run("--help");
        if (Boolean.getBoolean("plugstream.docs.write")) {
            Files.writeString(file, output.toString());
        }
        assertThat(file).as("Run this test with -Dplugstream.docs.write=true").hasContent(output.toString());
    }

    @Test
    void unknownOptionShowsTheUsage() {
        assertThat(run("--nodemo")).isEqualTo(2);
        assertThat(errors.toString()).contains("Unknown option: '--nodemo'", "Usage: ./run");
    }

    @Test
    void portOffsetOutOfRangeShowsTheUsage() {
        assertThat(run("--port-offset", "70000")).isEqualTo(2);
        assertThat(errors.toString()).contains("port offset must be", "Usage: ./run");
    }

    @Test
    void invalidNumberOfBrokersShowsTheUsage() {
        assertThat(run("--brokers", "0")).isEqualTo(2);
        assertThat(errors.toString()).contains("There can be 1 to 5 brokers, not 0", "Usage: ./run");
    }

    @Test
    void occupiedPortEndsTheRunBeforeAnythingIsStarted() throws Exception {
        try (var taken = new ServerSocket(new Ports(13_000).kafka())) {
            assertThat(run(
                            "--port-offset",
                            "13000",
                            "--directory",
                            directory.resolve("state").toString()))
                    .isEqualTo(1);
            assertThat(errors.toString())
                    .contains("Port " + taken.getLocalPort() + ", which Kafka needs, is taken")
                    .endsWith("./run --port-offset 100%n".formatted());
            assertThat(directory.resolve("state/kafka")).doesNotExist();
        }
    }

    @Test
    void secondRunInTheSameDirectoryIsRefused() {
        try (var _ = StateDirectory.hold(directory)) {
            assertThat(run("--fresh", "--directory", directory.toString())).isEqualTo(1);
            assertThat(errors.toString()).contains("already running with its state in");
        }
    }

    @Test
    void unknownServiceIsNamedAndRefused() {
        assertThat(run("--only", "api")).isEqualTo(2);
        assertThat(errors.toString()).contains("There is no service api, only ocpp-gateway,", "Usage: ./run");
    }

    @Test
    void oneServiceAloneNeedsARunningStack() {
        assertThat(run("--only", "api-service", "--directory", directory.toString()))
                .isEqualTo(1);
        assertThat(errors.toString()).contains("No run keeps its state in " + directory);
    }

    @Test
    void oneServiceAloneNeedsAStackThatStartedIt() {
        try (var _ = StateDirectory.hold(directory)) {
            assertThat(run("--only", "api-service", "--directory", directory.toString()))
                    .isEqualTo(1);
            assertThat(errors.toString()).contains("has not started api-service yet");
        }
    }

    @Test
    void oneServiceAloneIsBuiltUnderTheLockOfBuilds() throws Exception {
        var home = Files.createDirectories(directory.resolve("home"));
        Files.createDirectory(home.resolve(".mvn"));
        script(home.resolve("mvnw"), """
                cd "$(dirname "$0")"
                ! flock -n .mvn/build.lock true || echo "The lock is free" >faults
                echo "$*" >built
                """);
        var former = System.setProperty("plugstream.home", home.toString());
        try (var state = StateDirectory.hold(directory)) {
            script(Files.createDirectory(directory.resolve("start")).resolve("api-service"), "exit 7\n");

            assertThat(run("--only", "api-service", "--directory", state.path().toString()))
                    .isEqualTo(7);
        } finally {
            restore(former);
        }
        assertThat(home.resolve("built")).content().contains("-pl api-service");
        assertThat(home.resolve("faults")).doesNotExist();
    }

    private static void script(Path file, String content) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static void restore(@Nullable String home) {
        if (home == null) {
            System.clearProperty("plugstream.home");
        } else {
            System.setProperty("plugstream.home", home);
        }
    }

    private int run(String... arguments) {
        return LocalStack.command()
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }
}
