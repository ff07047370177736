package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the first command of each image, which checks the base image of a release. */
class ReleaseBaseTest {

    private static final Path IMAGES = Path.of("docker");

    @ParameterizedTest
    @CsvSource({
        "Dockerfile, unversioned, eclipse-temurin:25-jre, true",
        "Dockerfile, latest, eclipse-temurin:25-jre, true",
        "Dockerfile, 1.2.0, eclipse-temurin:25-jre, false",
        "Dockerfile, 1.2.0, eclipse-temurin:25-jre@sha256:0123, true",
        "Dockerfile, 1.2.0-latest, eclipse-temurin:25-jre, false",
        "identity.Dockerfile, unversioned, eclipse-temurin:25-jre, true",
        "identity.Dockerfile, latest, eclipse-temurin:25-jre, true",
        "identity.Dockerfile, 1.2.0, eclipse-temurin:25-jre, false",
        "identity.Dockerfile, 1.2.0, eclipse-temurin:25-jre@sha256:0123, true",
        "identity.Dockerfile, 1.2.0-latest, eclipse-temurin:25-jre, false",
        "plug.Dockerfile, unversioned, eclipse-temurin:25-jre, true",
        "plug.Dockerfile, latest, eclipse-temurin:25-jre, true",
        "plug.Dockerfile, 1.2.0, eclipse-temurin:25-jre, false",
        "plug.Dockerfile, 1.2.0, eclipse-temurin:25-jre@sha256:0123, true",
        "plug.Dockerfile, 1.2.0-latest, eclipse-temurin:25-jre, false"
    })
    void aReleaseIsBuiltOnABaseWithADigest(String image, String version, String base, boolean builds) throws Exception {
        List<String> lines = Files.readAllLines(IMAGES.resolve(image));
        int guard = indexOf("RUN ", lines);
        // A build knows the arguments only behind these lines.
        assertThat(lines.subList(indexOf("FROM ", lines), guard)).contains("ARG BASE", "ARG VERSION=unversioned");
        String command = lines.get(guard).substring("RUN ".length());
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true);
        shell.environment().putAll(Map.of("VERSION", version, "BASE", base));
        Process process = shell.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor() == 0).as(said).isEqualTo(builds);
        assertThat(said.contains("needs a base image with a digest")).isEqualTo(!builds);
    }

    private static int indexOf(String instruction, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(instruction)) {
                return i;
            }
        }
        throw new AssertionError("no " + instruction);
    }
}
