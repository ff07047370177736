package io.plugstream.benchmark.start;

import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A service as its image has it: unpacked, with what the JVM kept of one start without Kafka (ADR 0031).
 *
 * @param home where {@link Stage} finds the jar
 * @param jvm the options that the kept classes need
 */
record Image(Path home, List<String> jvm) {

    private static final String CACHE = "application.aot";
    private static final int TAIL = 20;

    /** An image is made with the one that the JVM chooses, which keeps most. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    /** Not asked for anything: the start ends when all objects are made. */
    private static final Map<String, String> TRAINING = Map.of(
            "PLUGSTREAM_KAFKA_CREATETOPICS", "false",
            "PLUGSTREAM_KAFKA_CHECKTOPICS", "false",
            "SPRING_FLYWAY_ENABLED", "false");

    /** Makes one of the jar below {@code home}, below {@code directory}. */
    static Image of(Path home, String service, Map<String, String> settings, Path directory)
            throws IOException, InterruptedException {
        Path packed = Stage.jar(home, service);
        Path unpacked = directory.resolve(service).resolve("target");
        Files.createDirectories(directory.resolve(service));
        run(
                unpacked,
                Map.of(),
                Stream.of(
                        "-Djarmode=tools", "-jar", packed.toString(), "extract", "--destination", unpacked.toString()));
        Path cache = unpacked.resolve(CACHE);
        run(
                unpacked,
                settings,
                Stream.concat(
                        Stage.jvm().stream().filter(option -> !COLLECTOR.equals(option)),
                        Stream.of(
                                "-XX:AOTCacheOutput=" + cache,
                                "-Xlog:aot=error",
                                "-Dspring.context.exit=onRefresh",
                                "-jar",
                                unpacked.resolve(packed.getFileName()).toString())));
        return new Image(directory, List.of("-XX:AOTCache=" + cache));
    }

    private static void run(Path directory, Map<String, String> settings, Stream<String> arguments)
            throws IOException, InterruptedException {
        Path log = Path.of(directory + ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(Stream.of(JavaCommand.java()), arguments).toList())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(settings);
        builder.environment().putAll(TRAINING);
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new IOException(
                    "ended with exit code " + code + ": " + builder.command() + "\n" + LogTail.of(log, TAIL));
        }
    }
}
