package io.plugstream.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.web.server.WebFilter;

/** The packages and filters in {@code docs/architecture.md} match the code. */
@AnalyzeClasses(packages = "io.plugstream.api", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitecturePageTest {

    private static final Path PAGE = Path.of("../docs/architecture.md");
    private static final Path SOURCES = Path.of("src/main/java/io/plugstream/api");
    private static final String BEGIN = "<!-- made by ArchitecturePageTest of api-service: begin -->\n";
    private static final String END = "<!-- made by ArchitecturePageTest of api-service: end -->\n";
    private static final boolean WRITE = System.getProperty("plugstream.docs.write") != null;
    private static final Pattern SUMMARY = Pattern.compile("/\\*\\* (.*) \\*/");
    private static final Pattern FILTER_ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| `(\\w+)` \\|");

    @ArchTest
    static void packagePictureIsUpToDate(JavaClasses classes) throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN, END);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        String present = page.substring(begin, page.indexOf(END));

        String made = packages(classes);

        if (WRITE) {
            Files.writeString(PAGE, page.substring(0, begin) + made + page.substring(page.indexOf(END)));
            return;
        }
        assertThat(present).as("Run this test with -Dplugstream.docs.write").isEqualTo(made);
    }

    @ArchTest
    static void filterTableListsEveryFilterInOrder(JavaClasses classes) throws IOException {
        List<String> rows = FILTER_ROW
                .matcher(Files.readString(PAGE))
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();

        Map<String, String> filters = classes.stream()
                .filter(type -> type.isAssignableTo(WebFilter.class) && !type.isInterface())
                .collect(Collectors.toMap(ArchitecturePageTest::place, JavaClass::getSimpleName));
        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(FilterOrder.values())
                        .map(place -> place + " " + filters.remove(place.name()))
                        .toList());
        assertThat(filters).isEmpty();
    }

    /** Two filters in the same place would fail above as a duplicate key. */
    private static String place(JavaClass filter) {
        assertThat(filter.isAssignableTo(OrderedFilter.class))
                .as("%s is an OrderedFilter", filter.getSimpleName())
                .isTrue();
        List<String> places = filter.getMethod("place").getFieldAccesses().stream()
                .map(JavaFieldAccess::getTarget)
                .filter(field -> field.getOwner().isEquivalentTo(FilterOrder.class))
                .map(field -> field.getName())
                .toList();
        assertThat(places).as("the place of %s", filter.getSimpleName()).hasSize(1);
        return places.getFirst();
    }

    private static String packages(JavaClasses classes) throws IOException {
        PackageGraph graph = PackageGraph.of(classes, "io.plugstream.api");
        StringBuilder text = new StringBuilder("\n").append(graph.mermaid());
        text.append("\n| Package | What it is | Uses |\n|---|---|---|\n");
        for (Map.Entry<String, SortedSet<String>> entry : graph.uses().entrySet()) {
            text.append("| `%s` | %s | %s |"
                            .formatted(entry.getKey(), summary(entry.getKey()), String.join(", ", entry.getValue())))
                    .append('\n');
        }
        return text.append('\n').toString();
    }

    private static String summary(String name) throws IOException {
        Path file = SOURCES.resolve(name.replace('.', '/')).resolve("package-info.java");
        return SUMMARY.matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
    }
}
