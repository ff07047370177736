package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code plug} in a process of its own, as a terminal starts it. */
final class PlugProcess implements AutoCloseable {

    private static final int LIMIT = 30;

    private final Process process;
    private final Path errors;

    private PlugProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /**
     * @param directory for its standard error
     * @param redirection of standard output, as bash writes it; empty for a pipe to the test
     */
    static PlugProcess start(FakeApi api, Path directory, String redirection, String... arguments) throws IOException {
        var errors = directory.resolve("errors");
        var command = new ArrayList<>(List.of("bash", "-c", "exec \"$0\" \"$@\" " + redirection));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Plug.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("PLUGSTREAM_URL", api.uri().toString());
        builder.environment().put("PLUGSTREAM_KEY", "plug_test_" + "a".repeat(49));
        return new PlugProcess(builder.start(), errors);
    }

    /** Sends SIGTERM, which a Java program takes like the SIGINT of Ctrl-C. */
    void interrupt() {
        // Process.destroy would close the output, too.
        process.toHandle().destroy();
    }

    /** Reads no more of its output, like {@code head} at its end. */
    void closeOutput() throws IOException {
        process.getInputStream().close();
    }

    int awaitExit() throws InterruptedException, IOException {
        assertThat(process.waitFor(LIMIT, TimeUnit.SECONDS)).as(errors()).isTrue();
        return process.exitValue();
    }

    String output() throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
