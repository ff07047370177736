package io.plugstream.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits the length of test classes; longer ones must be split by topic. */
class TestLengthTest {

    private static final int MOST_LINES = 300;

    @Test
    void noTestClassHasMoreThanThreeHundredLines() throws IOException {
        List<Path> sources = testSources(Path.of(".."));
        assertThat(sources).as("sources of all modules").hasSizeGreaterThan(300);
        assertThat(sources)
                .allSatisfy(source -> assertThat(lines(source)).as("lines").isLessThanOrEqualTo(MOST_LINES));
    }

    @Test
    void aLongerClassIsFound(@TempDir Path project) throws IOException {
        Path source = project.resolve("module/src/test/java/LongTest.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "\n".repeat(MOST_LINES + 1));
        assertThat(testSources(project)).containsExactly(source);
        assertThat(lines(source)).isGreaterThan(MOST_LINES);
    }

    /** The test sources of all modules. */
    private static List<Path> testSources(Path project) throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(TestLengthTest::sources)
                    .toList();
        }
    }

    private static Stream<Path> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long lines(Path source) throws IOException {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.count();
        }
    }
}
