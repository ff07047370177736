package io.plugstream.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/**
 * A program that tests need, found or fetched by the script {@code tool}. Without it a test is skipped with a notice,
 * or fails with {@code -Dplugstream.tools=required}.
 */
record Tool(String path) {

    private static final ConcurrentHashMap<String, Tool> FOUND = new ConcurrentHashMap<>();

    /** A program's exit status and output. */
    record Run(int status, String output) {}

    static Tool named(String name) {
        return FOUND.computeIfAbsent(name, Tool::find);
    }

    private static Tool find(String name) {
        Run run = run(List.of("./tool", name), false);
        if (run.status() != 0) {
            String notice = "NOTICE: " + name + " is not available, so its checks are skipped";
            if ("required".equals(System.getProperty("plugstream.tools"))) {
                throw new AssertionError(notice);
            }
            System.out.println(notice);
            Assumptions.abort(notice);
        }
        return new Tool(run.output().strip());
    }

    /** Runs it in this module's folder; the output includes standard error if {@code withErrors}. */
    Run run(boolean withErrors, String... arguments) {
        List<String> command = new ArrayList<>(List.of(path));
        command.addAll(List.of(arguments));
        return run(command, withErrors);
    }

    private static Run run(List<String> command, boolean withErrors) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (withErrors) {
            builder.redirectErrorStream(true);
        } else {
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        }
        try {
            Process process =
                    builder.directory(Path.of("").toAbsolutePath().toFile()).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), output);
        } catch (IOException e) {
            return new Run(-1, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
