package io.plugstream.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Commands of the JVM that this process runs on. */
public final class JavaCommand {
    /**
     * JVM options of every service and broker: Netty and RocksDB call native code, and objects have compact headers
     * (ADR 88).
     */
    private static final List<String> ALWAYS = List.of(
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private static final int TAIL_LINES = 20;

    private JavaCommand() {}

    /** The options of every service and broker, followed by {@code options}. */
    public static List<String> options(String... options) {
        return Stream.concat(ALWAYS.stream(), Stream.of(options)).toList();
    }

    /** The {@code java} of this JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The class path of this JVM. */
    public static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** Runs {@code mainClass} with the class path of this JVM. */
    public static List<String> ofMain(
            Path argumentFile, List<String> options, Class<?> mainClass, List<String> arguments) {
        return ofMain(argumentFile, classPath(), options, mainClass, arguments);
    }

    /** Runs {@code mainClass}. The class path goes through {@code argumentFile} because it may be long. */
    public static List<String> ofMain(
            Path argumentFile, String classPath, List<String> options, Class<?> mainClass, List<String> arguments) {
        try {
            Files.writeString(argumentFile, "-cp \"%s\"%n".formatted(classPath.replace("\\", "\\\\")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = new ArrayList<>(List.of(java()));
        command.addAll(options);
        command.add("@" + argumentFile);
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }

    /**
     * Runs {@code java} to its end, with {@code environment} added to ours; its output is appended to {@code log}.
     *
     * @param niceness 0 to 19, as of nice(1)
     * @throws StartException with the end of the log, if it fails
     */
    public static void run(Path log, int niceness, Map<String, String> environment, Stream<String> arguments)
            throws InterruptedException {
        var command = Stream.concat(Stream.of("nice", "-n", Integer.toString(niceness), java()), arguments)
                .toList();
        try (var child = ChildProcess.start(log, environment, StopSignal.TERM, command)) {
            var code = child.process().waitFor();
            if (code != 0) {
                throw new StartException("%s ended with exit code %d. The end of %s:%n%s"
                        .formatted(java(), code, log, LogTail.of(log, TAIL_LINES)));
            }
        }
    }
}
