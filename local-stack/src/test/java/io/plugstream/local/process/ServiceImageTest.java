package io.plugstream.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceImageTest {
    @TempDir
    Path home;

    @Test
    void isBesideTheRunnableJar() throws Exception {
        jar("sandbox-2.jar");
        var jar = jar("sandbox-2-exec.jar");

        var image = ServiceImage.of(home, "sandbox");

        assertThat(image.packed()).isEqualTo(jar);
        assertThat(image.directory()).isEqualTo(jar.resolveSibling("image"));
    }

    @Test
    void withoutAJarThereIsNone() throws Exception {
        jar("sandbox-2.jar");
        assertThatThrownBy(() -> ServiceImage.of(home, "sandbox"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("There is no jar of sandbox in " + home);
    }

    /** All jars carry the time of the release, so none of them is known to be the newest. */
    @Test
    void jarsOfTwoVersionsAreNamed() throws Exception {
        var jars = new Path[] {jar("sandbox-1-exec.jar"), jar("sandbox-2-exec.jar")};
        assertThatThrownBy(() -> ServiceImage.of(home, "sandbox"))
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll(jars[0].toString(), jars[1].toString());
    }

    private Path jar(String name) throws IOException {
        return Files.createFile(
                Files.createDirectories(home.resolve("sandbox/target")).resolve(name));
    }
}
