package io.plugstream.parts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** npm packages for tests, installed below {@code target} without running their scripts. */
public final class NpmModules {

    private static final int MOST_MINUTES = 3;
    private static final String LOCK = "package-lock.json";

    /** npm writes this file last. */
    private static final String INSTALLED = "node_modules/.package-lock.json";

    private NpmModules() {}

    /**
     * Installs one version of a package.
     *
     * @return the folder that has {@code node_modules}; empty where npm or its registry is missing
     */
    public static Optional<Path> install(String name, String version) throws InterruptedException {
        Path home = Path.of("target", name).toAbsolutePath();
        try {
            if (Files.exists(home.resolve(INSTALLED))) {
                return Optional.of(home);
            }
            Files.createDirectories(home);
            Files.writeString(home.resolve("package.json"), "{\"private\":true}");
            return npm(home, "install", name + '@' + version);
        } catch (IOException e) {
            return missing(name, e);
        }
    }

    /**
     * Copies the files of a folder below {@code target} and installs exactly what its lock file names.
     *
     * @return the copy, which has {@code node_modules}; empty where npm or its registry is missing, or Node too old
     */
    public static Optional<Path> installLocked(Path folder) throws InterruptedException {
        Path home = Path.of("target").resolve(folder.getFileName()).toAbsolutePath();
        try {
            boolean isThere = Files.exists(home.resolve(INSTALLED))
                    && Files.exists(home.resolve(LOCK))
                    && Files.mismatch(home.resolve(LOCK), folder.resolve(LOCK)) == -1;
            copy(folder, home);
            return isThere ? Optional.of(home) : npm(home, "ci", "--engine-strict");
        } catch (IOException e) {
            return missing(folder.toString(), e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static Optional<Path> npm(Path home, String... what) throws IOException, InterruptedException {
        Process npm = new ProcessBuilder(Stream.concat(
                                Stream.of("npm"),
                                Stream.concat(
                                        Stream.of(what), Stream.of("--ignore-scripts", "--no-audit", "--no-fund")))
                        .toList())
                .directory(home.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!npm.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
            npm.destroyForcibly();
            return Optional.empty();
        }
        return npm.exitValue() == 0 ? Optional.of(home) : Optional.empty();
    }

    private static Optional<Path> missing(String what, IOException cause) {
        System.out.println("NOTICE: no " + what + ", because " + cause.getMessage());
        return Optional.empty();
    }
}
