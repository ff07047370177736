package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RulesTest {

    private static final Path OBJECT = Path.of("kubernetes/components/monitoring/rules.yaml");
    private static final Pattern HEADING = Pattern.compile("(?m)^### (\\w+)\n\n(.+?)(?=\n#|\\z)", Pattern.DOTALL);
    private static final int AN_INSTRUCTION = 100;
    private static final String GUIDE = "docs/operations.md";

    /** The address of the guide, which an overlay sets. */
    private static final String RUNBOOK = "plugstream.io/runbook";

    @Test
    void prometheusAcceptsItsConfigurationAndRules() {
        Tool promtool = Tool.named("promtool");

        for (String[] check : List.of(
                new String[] {"check", "config", "prometheus/prometheus.yml"},
                new String[] {"check", "rules", "--lint-fatal", Rules.FILE.toString()},
                new String[] {"test", "rules", "prometheus/tests/alerts.yml"})) {
            Tool.Run run = promtool.run(true, check);
            assertThat(run.status()).as(run.output()).isZero();
        }
    }

    @Test
    void everyAlertFiresInATest() throws IOException {
        String tests = Files.readString(Path.of("prometheus/tests/alerts.yml"));

        assertThat(Rules.read().alerts())
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(tests)
                        .contains("ALERTS{alertname=\"" + alert.path("alert").asText() + "\", alertstate=\"firing\"}"));
    }

    @Test
    void everyAlertHasADescriptionAndARunbookLink() throws IOException {
        String operations = Files.readString(Path.of("../docs/operations.md"));
        List<String> runbook = HEADING.matcher(operations)
                .results()
                .filter(section -> section.group(2).strip().length() > AN_INSTRUCTION)
                .map(section -> section.group(1))
                .toList();

        assertThat(Rules.read().alerts()).isNotEmpty().allSatisfy(alert -> {
            String name = alert.path("alert").asText();
            assertThat(alert.at("/labels/severity").asText()).isIn("page", "ticket");
            assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
            assertThat(alert.at("/annotations/description").asText()).isNotBlank();
            assertThat(alert.at("/annotations/runbook_url").asText())
                    .isEqualTo(GUIDE + "#" + name.toLowerCase(Locale.ROOT));
            assertThat(runbook).contains(name);
        });
    }

    @Test
    void theRunbookDescribesOnlyExistingAlerts() throws IOException {
        String operations = Files.readString(Path.of("../docs/operations.md"));
        String alerts = operations.substring(operations.indexOf("\n## Alerts"));

        assertThat(Pattern.compile("(?m)^### (\\w+)$")
                        .matcher(alerts.substring(0, alerts.indexOf("\n## ", 1)))
                        .results()
                        .map(MatchResult::group))
                .containsExactlyInAnyOrderElementsOf(Rules.read()
                        .alerts()
                        .map(alert -> "### " + alert.path("alert").asText())
                        .toList());
    }

    /** Pagers show an alert's runbook as a link, which must have a host. */
    @Test
    void theOverlayGivesRunbooksAnAddress() {
        var rules = Overlay.named("complete").one(PrometheusRule.class, "plugstream");
        String address = rules.getMetadata().getAnnotations().get(RUNBOOK);

        assertThat(address).startsWith("https://");
        assertThat(rules.getSpec().getGroups())
                .flatMap(group -> group.getRules())
                .filteredOn(rule -> rule.getAlert() != null)
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(alert.getAnnotations())
                        .containsEntry(
                                "runbook_url", address + '#' + alert.getAlert().toLowerCase(Locale.ROOT)));
    }

    /** The Prometheus operator reads rules from an object. */
    @Test
    void theObjectHasTheSameRules() throws IOException {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                .disable(YAMLGenerator.Feature.SPLIT_LINES));
        var object = yaml.createObjectNode()
                .put("apiVersion", "monitoring.coreos.com/v1")
                .put("kind", "PrometheusRule");
        object.putObject("metadata")
                .put("name", "plugstream")
                .putObject("annotations")
                .put(RUNBOOK, GUIDE);
        JsonNode rules = Rules.read().file();
        object.set("spec", rules);
        String content =
                "# Made of ../../../prometheus/rules/plugstream.yml by RulesTest.\n" + yaml.writeValueAsString(object);

        Generated.check(OBJECT, content);
        assertThat(Overlay.named("complete")
                        .one(PrometheusRule.class, "plugstream")
                        .getSpec()
                        .getGroups())
                .hasSize(rules.path("groups").size());
    }
}
