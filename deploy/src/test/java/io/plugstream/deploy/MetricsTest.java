package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
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

/** Rules, dashboards, the autoscaler and the operations guide may only name metrics that the services have. */
class MetricsTest {

    private static final Pattern METER = Pattern.compile("\"(plugstream(?:\\.[a-z]+)+)\"");
    private static final Pattern UNDESCRIBED =
            Pattern.compile("\\.(?:counter|timer|gauge|summary)\\(\\s*\"plugstream[^\"]*\"");
    private static final Pattern BUILT = Pattern.compile("\\.builder\\(\\s*\"(plugstream(?:\\.[a-z]+)+)\"");
    private static final Pattern METRIC = Pattern.compile("plugstream_[a-z_]+");
    private static final Pattern FIGURE = Pattern.compile("plugstream:[a-z0-9_:]+");
    private static final List<String> ENDINGS =
            List.of("", "_total", "_seconds", "_seconds_count", "_seconds_sum", "_seconds_bucket", "_seconds_max");
    private static final Path ADAPTER = Path.of("kubernetes/components/autoscaling/prometheus-adapter.yaml");

    private static List<String> code = List.of();
    private static Set<String> known = Set.of();

    @BeforeAll
    static void findMetersInTheCode() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."), 12)) {
            code = files.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(MetricsTest::text)
                    .toList();
        }
        known = code.stream()
                .flatMap(text -> METER.matcher(text).results())
                .map(literal -> literal.group(1).replace('.', '_'))
                .flatMap(name -> ENDINGS.stream().map(name::concat))
                .collect(Collectors.toSet());
    }

    /** The registry's own methods take no description; a builder does. */
    @Test
    void everyMeterHasADescription() {
        assertThat(code.stream()
                        .flatMap(text -> UNDESCRIBED.matcher(text).results())
                        .map(MatchResult::group))
                .isEmpty();
    }

    @Test
    void rulesAndDashboardsNameMetricsThatExist() throws IOException {
        assertAllKnown(Rules.read().expressions());
        assertAllKnown(Dashboards.read().expressions());
    }

    @Test
    void theOperationsGuideNamesMetricsThatExist() {
        assertAllKnown(Stream.of(text(Path.of("../docs/operations.md"))));
    }

    @Test
    void everyMeterIsInARuleADashboardOrTheOperationsGuide() throws IOException {
        Set<String> named = Stream.of(
                        Rules.read().expressions(),
                        Dashboards.read().expressions(),
                        Stream.of(text(Path.of("../docs/operations.md"))))
                .flatMap(texts -> texts)
                .flatMap(text -> METRIC.matcher(text).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());

        assertThat(code.stream()
                        .flatMap(text -> BUILT.matcher(text).results())
                        .map(built -> built.group(1).replace('.', '_')))
                .hasSizeGreaterThan(50)
                .filteredOn(meter -> ENDINGS.stream().map(meter::concat).noneMatch(named::contains))
                .isEmpty();
    }

    @Test
    void queriedFiguresAreRecorded() throws IOException {
        Stream<String> asked = Stream.of(
                        Rules.read().expressions(), Dashboards.read().expressions(), Stream.of(text(ADAPTER)))
                .flatMap(expressions -> expressions);

        assertThat(asked.flatMap(text -> FIGURE.matcher(text).results()).map(MatchResult::group))
                .isSubsetOf(Rules.read()
                        .figures()
                        .map(rule -> rule.path("record").asText())
                        .toList());
    }

    @Test
    void theAutoscalerUsesMetricsOfTheAdapter() {
        JsonNode rules = StrictYaml.documents(text(ADAPTER)).getFirst().path("rules");
        Stream<MetricSpec> asked = Overlay.named("complete")
                .all(HorizontalPodAutoscaler.class)
                .flatMap(scaler -> scaler.getSpec().getMetrics().stream());

        assertThat(asked.filter(metric -> !metric.getType().equals("Resource")).map(MetricsTest::name))
                .containsExactlyInAnyOrder(
                        rules.at("/custom/0/name/as").asText(),
                        rules.at("/external/0/name/as").asText());
    }

    private static String name(MetricSpec metric) {
        return metric.getType().equals("Pods")
                ? metric.getPods().getMetric().getName()
                : metric.getExternal().getMetric().getName();
    }

    private static void assertAllKnown(Stream<String> texts) {
        Set<String> metrics = texts.flatMap(text -> METRIC.matcher(text).results())
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(metrics).isNotEmpty();
        assertThat(metrics).filteredOn(metric -> !known.contains(metric)).isEmpty();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
