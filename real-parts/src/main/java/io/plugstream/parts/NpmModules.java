package io.plugstream.parts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Packages of npm's for tests, installed below {@code target}. */
public final class NpmModules {

    private static final int MOST_MINUTES = 3;

    private NpmModules() {}

    /**
     * Installs one version of a package, and runs none of its scripts.
     *
     * @return the folder that has {@code node_modules}; empty where npm or its registry is missing
     */
    public static Optional<Path> install(String name, String version) throws InterruptedException {
        Path home = Path.of("target", name).toAbsolutePath();
        return Files.exists(home.resolve("node_modules")) || isInstalled(home, name + '@' + version)
                ? Optional.of(home)
                : Optional.empty();
    }

    private static boolean isInstalled(Path home, String what) throws InterruptedException {
        try {
            Files.createDirectories(home);
            Files.writeString(home.resolve("package.json"), "{\"private\":true}");
            Process npm = new ProcessBuilder("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", what)
                    .directory(home.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!npm.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                npm.destroyForcibly();
                return false;
            }
            return npm.exitValue() == 0;
        } catch (IOException e) {
            System.out.println("NOTICE: no " + what + ", because " + e.getMessage());
            return false;
        }
    }
}
