package io.plugstream.local.process;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A service as its container image has it: unpacked, with what the JVM kept of one start without Kafka and a database
 * (ADR 31). With it a start costs half the processor time.
 *
 * @param packed the runnable jar that it is made of
 * @param directory where it is, and nothing else
 */
public record ServiceImage(Path packed, Path directory) {

    private static final int TAIL = 20;

    /**
     * The settings that have no default, and no question to anybody: the start ends when all objects are made. Nobody listens
     * at port 1.
     */
    private static final Map<String, String> TRAINING = Map.of(
            "SPRING_KAFKA_BOOTSTRAPSERVERS",
            "localhost:1",
            "PLUGSTREAM_KAFKA_CREATETOPICS",
            "false",
            "PLUGSTREAM_KAFKA_CHECKTOPICS",
            "false",
            "SPRING_FLYWAY_ENABLED",
            "false",
            "PLUGSTREAM_IDENTITY_ISSUER",
            "http://localhost",
            "PLUGSTREAM_CHARGERS_CONNECTIONURL",
            "ws://localhost",
            DevelopmentKey.VARIABLE,
            DevelopmentKey.VALUE);

    /** The one beside the runnable jar. */
    public static ServiceImage beside(Path packed) {
        return new ServiceImage(packed, packed.resolveSibling("image"));
    }

    /** The runnable jar of the unpacked service. */
    public Path jar() {
        return directory.resolve(packed.getFileName());
    }

    /** What the JVM kept. */
    private Path cache() {
        return directory.resolve("application.aot");
    }

    /** The option of the JVM that reads what was kept. */
    public String option() {
        return "-XX:AOTCache=" + cache();
    }

    /** The packed jar's SHA-256 as of sha256sum(1), its last file to be written. Times of built jars tell nothing. */
    public Path origin() {
        return directory.resolve("packed.sha256");
    }

    /** Whether it was made of the packed jar as that is now. */
    public boolean isCurrent() throws IOException {
        return Files.exists(origin()) && Files.readString(origin()).equals(checksum());
    }

    /** What {@link #origin} should hold. */
    String checksum() throws IOException {
        MessageDigest digest = Sha256.digest();
        try (InputStream jar = Files.newInputStream(packed)) {
            jar.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        return "%s  %s%n"
                .formatted(
                        HexFormat.of().formatHex(digest.digest()),
                        packed.toAbsolutePath().normalize());
    }

    /**
     * Makes it anew. Ends early if this process does; what is there then is not current.
     *
     * @param jvm the options of the JVM that will use it: it keeps nothing for another collector or other pointers
     * @param niceness 0 to 19, as of nice(1)
     * @throws StartException if it cannot be made, with the end of the log
     */
    public void make(List<String> jvm, int niceness) throws IOException, InterruptedException {
        Directories.delete(directory);
        Files.createDirectories(directory.getParent());
        String madeOf = checksum();
        Map<String, String> settings = new HashMap<>(TRAINING);
        Path state = Files.createTempDirectory("plugstream-image");
        settings.put("PLUGSTREAM_QUOTA_STATEDIRECTORY", state.toString());
        try {
            run(
                    niceness,
                    Map.of(),
                    Stream.of(
                            "-Djarmode=tools",
                            "-jar",
                            packed.toString(),
                            "extract",
                            "--destination",
                            directory.toString()));
            run(
                    niceness,
                    settings,
                    Stream.concat(
                            jvm.stream(),
                            Stream.of(
                                    "-XX:AOTCacheOutput=" + cache(),
                                    "-Xlog:aot=error",
                                    "-Dspring.context.exit=onRefresh",
                                    "-jar",
                                    jar().toString())));
        } finally {
            Directories.delete(state);
        }
        Files.writeString(origin(), madeOf);
    }

    private void run(int niceness, Map<String, String> environment, Stream<String> arguments)
            throws InterruptedException {
        Path log = directory.resolveSibling("image.log");
        List<String> command = Stream.concat(
                        Stream.of("nice", "-n", Integer.toString(niceness), JavaCommand.java()), arguments)
                .toList();
        try (ChildProcess child = ChildProcess.start(log, environment, StopSignal.TERM, command)) {
            int code = child.process().waitFor();
            if (code != 0) {
                throw new StartException("%s ended with exit code %d. The end of %s:%n%s"
                        .formatted(String.join(" ", command), code, log, LogTail.of(log, TAIL)));
            }
        }
    }
}
