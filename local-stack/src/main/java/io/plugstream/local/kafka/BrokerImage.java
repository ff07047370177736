package io.plugstream.local.kafka;

import io.plugstream.local.process.Directories;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.StartException;
import io.plugstream.model.digest.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JVM's AOT cache of one start of a broker, beside the jar of the local stack. It halves the processor time of a
 * start (ADR 94).
 */
public final class BrokerImage {
    /** As it ends, the JVM writes its recording, which takes long on a busy machine. */
    private static final Duration RECORDING_STOP = Duration.ofMinutes(2);

    private final Path jar;
    private final List<Path> libraries;

    private BrokerImage(Path jar, List<Path> libraries) {
        this.jar = jar;
        this.libraries = libraries;
    }

    /** Empty if this program does not run from the packaged local stack: a cache does not cover unpacked classes. */
    public static Optional<BrokerImage> ofPackaged() throws IOException {
        var jar = location();
        var lib = jar.resolveSibling("lib");
        if (!Files.isRegularFile(jar) || !Files.isDirectory(lib)) {
            return Optional.empty();
        }
        try (var files = Files.list(lib)) {
            return Optional.of(new BrokerImage(jar, files.sorted().toList()));
        }
    }

    private static Path location() {
        try {
            return Path.of(BrokerProcess.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A file to lock while the image is made. */
    public Path lock() {
        return jar.resolveSibling("broker.lock");
    }

    /** The JVM option that uses the cache. */
    String option() {
        return "-XX:AOTCache=" + cache();
    }

    /** The class path that the cache was made for. */
    String classPath() {
        return Stream.concat(Stream.of(jar), libraries.stream())
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    /** Whether it was made from the jars as they are now. */
    public boolean isCurrent() throws IOException {
        return Files.exists(origin()) && Files.readString(origin()).equals(jars());
    }

    /**
     * Makes the image again. If this process ends early, the remaining files do not count as current.
     *
     * @param niceness 0 to 19, as of nice(1)
     * @throws StartException if it cannot be made
     */
    public void make(int niceness) throws IOException, InterruptedException {
        Files.deleteIfExists(origin());
        var madeOf = jars();
        var data = Files.createTempDirectory("plugstream-broker");
        var recording = data.resolve("broker.aotconf");
        try {
            var options = Stream.concat(
                            KafkaBroker.FOR_A_SHORT_RUN.stream(),
                            Stream.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + recording))
                    .toList();
            KafkaBroker.start(data.resolve("data"), 0, options).stop(RECORDING_STOP);
            create(niceness, recording);
        } finally {
            Directories.delete(data);
        }
        Files.writeString(origin(), madeOf);
    }

    private void create(int niceness, Path recording) throws InterruptedException {
        JavaCommand.run(
                jar.resolveSibling("broker-image.log"),
                niceness,
                Map.of(),
                Stream.of(
                                KafkaBroker.JVM.stream(),
                                KafkaBroker.FOR_A_SHORT_RUN.stream(),
                                Stream.of(
                                        "-XX:AOTMode=create",
                                        "-XX:AOTConfiguration=" + recording,
                                        "-XX:AOTCacheOutput=" + cache(),
                                        "-cp",
                                        classPath()))
                        .flatMap(words -> words));
    }

    private Path cache() {
        return jar.resolveSibling("broker.aot");
    }

    /** Written last. */
    private Path origin() {
        return jar.resolveSibling("broker.sha256");
    }

    /** The checksum of our own jar, whose time and name stay the same, and the libraries, whose names have versions. */
    private String jars() throws IOException {
        return HexFormat.of().formatHex(Sha256.digest().digest(Files.readAllBytes(jar))) + "\n" + classPath() + "\n";
    }
}
