package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of others have digests, so that nobody can replace them under their names. */
class ForeignImagesTest {

    private static final Path IMAGES = Path.of("docker");
    private static final Pattern IMAGE = Pattern.compile("(?m)^ *image(?:Name)?: (?!plugstream/)(\\S+)$");
    private static final Pattern BASE = Pattern.compile("(?m)^ARG BASE=(\\S+)$");
    private static final String DIGEST = "[^@]+:v?\\d[^@]*@sha256:[0-9a-f]{64}";

    @Test
    void everyImageOfOthersHasAVersionAndADigest() throws IOException {
        try (Stream<Path> manifests = Files.walk(Path.of("kubernetes"))) {
            assertThat(Stream.concat(
                                    manifests.filter(Files::isRegularFile), Stream.of(Path.of("../docker-compose.yml")))
                            .flatMap(file -> names(IMAGE, file)))
                    .hasSizeGreaterThan(7)
                    .allMatch(image -> image.matches(DIGEST));
        }
    }

    @Test
    void allImagesHaveTheSameBaseWithTheJavaOfTheBuild() throws IOException {
        try (Stream<Path> files = Files.list(IMAGES)) {
            List<String> bases = files.flatMap(file -> names(BASE, file)).toList();
            assertThat(bases)
                    .hasSize(3)
                    .containsOnly(bases.getFirst())
                    .allMatch(base -> base.matches(DIGEST) && base.matches("eclipse-temurin:25\\.[^@]+-jre@.+"));
            assertThat(Files.readString(Path.of("../docker-compose.yml")))
                    .contains("\"${PLUGSTREAM_BASE_IMAGE:-" + bases.getFirst() + "}\"");
        }
    }

    private static Stream<String> names(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file)).results().map(found -> found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the first command of the image. */
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
