package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DashboardsTest {

    private static final Path FOLDER = Path.of("grafana/dashboards");
    private static final Set<String> UNITS =
            Set.of("short", "ops", "reqps", "s", "ms", "bytes", "percentunit", "bool_yes_no");

    @Test
    void theDashboardsAgreeWithTheirDescription() throws IOException {
        Dashboards dashboards = Dashboards.read();
        for (String name : dashboards.byName().keySet()) {
            Generated.check(FOLDER.resolve(name + ".json"), dashboards.json(name));
        }

        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(dashboards.byName().keySet().stream()
                            .map(name -> name + ".json")
                            .toList());
        }
    }

    @Test
    void everyPanelHasADescriptionAndAUnit() throws IOException {
        assertThat(Dashboards.read().panels()).isNotEmpty().allSatisfy(panel -> {
            assertThat(panel.title()).isNotBlank();
            assertThat(panel.about()).as(panel.title()).isNotBlank().endsWith(".");
            assertThat(UNITS).as(panel.title()).contains(Objects.requireNonNull(panel.unit()));
            assertThat(panel.queries()).as(panel.title()).isNotEmpty();
        });
    }

    /** A partition that was assigned just now has the lag NaN, which would hide that of the others. */
    @Test
    void noPanelAddsLagsThatAreNotANumber() throws IOException {
        assertThat(Dashboards.read().expressions().filter(query -> query.contains("records_lag")))
                .isNotEmpty()
                .allMatch(query -> query.contains(">= 0"));
    }
}
