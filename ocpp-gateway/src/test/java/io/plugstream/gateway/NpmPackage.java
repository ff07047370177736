package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A package of npm's, installed below {@code target}. */
final class NpmPackage {

    private final Path home;

    private NpmPackage(Path home) {
        this.home = home;
    }

    /**
     * Installs one version of a package, and runs none of its scripts. Whoever asks is skipped where npm or its registry is
     * missing, unless {@code plugstream.schemas=required}.
     */
    static NpmPackage install(String name, String version) throws InterruptedException {
        Path home = Path.of("target", name).toAbsolutePath();
        boolean there = Files.exists(home.resolve("node_modules")) || isInstalled(home, name + '@' + version);
        assumeTrue(
                there || "required".equals(System.getProperty("plugstream.schemas")),
                "npm's %s cannot be had".formatted(name));
        assertThat(there).as("npm's %s is installed", name).isTrue();
        return new NpmPackage(home);
    }

    private static boolean isInstalled(Path home, String what) throws InterruptedException {
        try {
            Files.createDirectories(home);
            Files.writeString(home.resolve("package.json"), "{\"private\":true}");
            Process npm = new ProcessBuilder("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", what)
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!npm.waitFor(3, TimeUnit.MINUTES)) {
                npm.destroyForcibly();
                return false;
            }
            return npm.exitValue() == 0;
        } catch (IOException e) {
            System.out.println("NOTICE: no " + what + ", because " + e.getMessage());
            return false;
        }
    }

    /** The folder that has {@code node_modules}. */
    Path home() {
        return home;
    }
}
