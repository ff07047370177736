package io.plugstream.deploy;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between documents lead to files and headings that exist. */
class LinksTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*(?![a-z]+:)([^)\\s]+)\\s*\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```");

    static Stream<Path> documents() throws IOException {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream<Path> all = Stream.of(
                            root, docs, Stream.of(Path.of("README.md"), ROOT.resolve("benchmarks/README.md")))
                    .flatMap(files -> files);
            return all.filter(file -> file.toString().endsWith(".md")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsSomewhere(Path document) {
        assertThat(LINK.matcher(prose(document)).results().map(link -> link.group(1)))
                .allMatch(link -> exists(document, link));
    }

    private static boolean exists(Path document, String link) {
        List<String> parts = List.of(link.split("#", 2));
        Path target = parts.getFirst().isEmpty() ? document : document.resolveSibling(parts.getFirst());
        boolean isDocument = target.toString().endsWith(".md");
        return Files.exists(target)
                && (parts.size() == 1 || !isDocument || anchors(target).contains(parts.getLast()));
    }

    /** As GitHub forms them; no document has two headings of the same name that are linked. */
    private static Set<String> anchors(Path document) {
        return HEADING.matcher(prose(document))
                .results()
                .map(heading -> anchor(heading.group(1)))
                .collect(toSet());
    }

    private static String anchor(String heading) {
        String text = heading.replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
        return text.codePoints()
                .filter(point -> Character.isLetterOrDigit(point) || " -_".indexOf(point) >= 0)
                .mapToObj(Character::toString)
                .collect(joining())
                .replace(' ', '-');
    }

    private static String prose(Path document) {
        try {
            return CODE.matcher(Files.readString(document)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
