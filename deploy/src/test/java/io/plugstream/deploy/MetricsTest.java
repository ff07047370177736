package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Alerts and dashboards may only name metrics that the services have. */
class MetricsTest {

    private static final Pattern METER = Pattern.compile("\"(plugstream(?:\\.[a-z]+)+)\"");
    private static final Pattern METRIC = Pattern.compile("plugstream_[a-z_]+");
    private static final List<String> ENDINGS =
            List.of("", "_total", "_seconds_count", "_seconds_sum", "_seconds_bucket", "_seconds_max");

    private static Set<String> known = Set.of();

    @BeforeAll
    static void findMetersInTheCode() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."), 12)) {
            known = files.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> METER.matcher(text(file)).results())
                    .map(literal -> literal.group(1).replace('.', '_'))
                    .flatMap(name -> ENDINGS.stream().map(name::concat))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void alertsNameMetricsThatExist() throws IOException {
        JsonNode rules = rules();

        assertAllKnown(metrics(rules.findValuesAsText("expr")));
    }

    @Test
    void everyAlertSaysWhatToDo() throws IOException {
        JsonNode rules = rules();

        assertThat(rules.path("groups"))
                .isNotEmpty()
                .flatMap(group -> List.copyOf(group.findParents("alert")))
                .allSatisfy(alert -> {
                    assertThat(alert.at("/labels/severity").asText()).isIn("page", "ticket");
                    assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
                    assertThat(alert.at("/annotations/description").asText()).isNotBlank();
                });
    }

    @Test
    void dashboardsNameMetricsThatExist() throws IOException {
        JsonNode dashboard = new ObjectMapper().readTree(text(Path.of("grafana/dashboards/platform.json")));

        assertAllKnown(metrics(dashboard.findValuesAsText("expr")));
    }

    private static void assertAllKnown(Set<String> metrics) {
        assertThat(metrics).isNotEmpty();
        assertThat(metrics).filteredOn(metric -> !known.contains(metric)).isEmpty();
    }

    private static JsonNode rules() throws IOException {
        return new ObjectMapper(new YAMLFactory()).readTree(text(Path.of("prometheus/rules/plugstream.yml")));
    }

    private static Set<String> metrics(List<String> expressions) {
        return expressions.stream()
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
