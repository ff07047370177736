package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plugstream.parts.NpmModules;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An npm package, installed below {@code target}.
 *
 * @param home the folder with {@code node_modules}
 */
record NpmPackage(Path home) {

    /**
     * Installs one version of a package. Skips the test if npm or its registry is unavailable, unless
     * {@code plugstream.schemas=required}.
     */
    static NpmPackage install(String name, String version) throws InterruptedException {
        Optional<Path> home = NpmModules.install(name, version);
        assumeTrue(
                home.isPresent() || "required".equals(System.getProperty("plugstream.schemas")),
                "npm's %s cannot be had".formatted(name));
        assertThat(home).as("npm's %s is installed", name).isPresent();
        return new NpmPackage(home.orElseThrow());
    }
}
