package io.plugstream.local.process;

import io.plugstream.local.DevelopmentKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A service as in its container image: unpacked, with the JVM's cache from one start without Kafka and a database
 * (ADR 31). This halves the processor time of a start.
 *
 * @param packed the runnable jar that it is made from
 * @param directory the directory that holds it and nothing else
 */
public record ServiceImage(Path packed, Path directory) {

    /**
     * Settings without defaults, for a start that makes no requests and ends when all beans exist. Nothing listens on
     * port 1.
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

    /**
     * The image of a service, beside its runnable jar.
     *
     * @param home the project's directory, whose modules have been packaged
     * @throws StartException if there is no jar, or one of another version too: all carry the time of the release
     */
    public static ServiceImage of(Path home, String module) {
        Path target = home.toAbsolutePath().resolve(module).resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> jars = files.filter(file -> file.getFileName().toString().matches(module + "-.*-exec\\.jar"))
                    .sorted()
                    .toList();
            if (jars.size() > 1) {
                throw new StartException("There are several jars of %s. Delete those of other versions: %s"
                        .formatted(module, jars.stream().map(Path::toString).collect(Collectors.joining(", "))));
            }
            return beside(jars.getFirst());
        } catch (IOException | NoSuchElementException e) {
            throw new StartException(
                    "There is no jar of %s in %s; ./mvnw package builds it".formatted(module, target), e);
        }
    }

    /** The image beside the runnable jar. */
    public static ServiceImage beside(Path packed) {
        return new ServiceImage(packed, packed.resolveSibling("image"));
    }

    /** The runnable jar of the unpacked service. */
    public Path jar() {
        return directory.resolve(packed.getFileName());
    }

    /** The JVM's AOT cache. */
    private Path cache() {
        return directory.resolve("application.aot");
    }

    /**
     * The JVM options that use the cache. An unusable cache is still reported, as an error. Warnings would be written
     * into the service's JSON at each start, because two adapters of calls may have the same number in a cache; the JVM
     * then makes the second one itself.
     */
    public List<String> options() {
        return List.of("-XX:AOTCache=" + cache(), "-Xlog:aot=error,aot+codecache+stubs=error");
    }

    /** The {@link JarOrigin} of the packed jar, written last. */
    Path origin() {
        return directory.resolve("packed.origin");
    }

    /** Whether it was made from the packed jar as it is now. */
    public boolean isCurrent() throws IOException {
        if (!Files.exists(origin())) {
            return false;
        }
        JarOrigin madeOf = JarOrigin.readFrom(origin());
        if (madeOf.file().equals(JarOrigin.file(packed))) {
            return true;
        }
        JarOrigin now = JarOrigin.of(packed);
        if (!madeOf.checksum().equals(now.checksum())) {
            return false;
        }
        now.writeTo(origin());
        return true;
    }

    /**
     * Makes the image again. If this process ends early, the remaining files do not count as current.
     *
     * @param jvm options of the JVM that will use it; the cache does not fit another garbage collector or other
     *     pointers
     * @param niceness 0 to 19, as of nice(1)
     * @throws StartException if it cannot be made, with the end of the log
     */
    public void make(List<String> jvm, int niceness) throws IOException, InterruptedException {
        Directories.delete(directory);
        Files.createDirectories(directory.getParent());
        JarOrigin madeOf = JarOrigin.of(packed);
        Map<String, String> settings = new HashMap<>(TRAINING);
        Path state = Files.createTempDirectory("plugstream-image");
        settings.put("PLUGSTREAM_QUOTA_STATEDIRECTORY", state.toString());
        Path log = directory.resolveSibling("image.log");
        try {
            JavaCommand.run(
                    log,
                    niceness,
                    Map.of(),
                    Stream.of(
                            "-Djarmode=tools",
                            "-jar",
                            packed.toString(),
                            "extract",
                            "--destination",
                            directory.toString()));
            JavaCommand.run(
                    log,
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
        madeOf.writeTo(origin());
    }
}
