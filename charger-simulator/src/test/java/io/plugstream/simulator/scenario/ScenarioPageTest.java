package io.plugstream.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/sandbox.md} lists the scenarios. {@code -Dplugstream.docs.write=true} rewrites the list. */
class ScenarioPageTest {

    private static final Path PAGE = Path.of("..", "docs", "sandbox.md");
    private static final String BEGIN = "<!-- scenarios: written by ScenarioPageTest -->\n";
    private static final String END = "<!-- end of scenarios -->\n";

    @Test
    void thePageListsTheScenarios() throws Exception {
        var page = Files.readString(PAGE);
        var list = Scenarios.all().stream().map(ScenarioPageTest::written).collect(Collectors.joining("\n"));
        var wanted = page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                + '\n'
                + list
                + '\n'
                + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("plugstream.docs.write")) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(PAGE).hasContent(wanted);
    }

    @Test
    void thereAreTenScenarios() {
        assertThat(Scenarios.all())
                .extracting(Scenario::name)
                .containsExactly(
                        "normalSession",
                        "remoteStart",
                        "refusedRemoteStart",
                        "commandTimeout",
                        "faultWhileCharging",
                        "offlineThenResend",
                        "repeatedStart",
                        "orphanedStop",
                        "replacedConnection",
                        "wrongClock");
        assertThat(Scenarios.named("normalSession")).contains(Scenarios.all().getFirst());
        assertThat(Scenarios.named("nothing")).isEmpty();
    }

    private static String written(Scenario scenario) {
        var promise = ScenarioPromise.of(scenario);
        var events = promise.events().isEmpty()
                ? "No events.\n"
                : promise.events().stream().map(event -> "- `" + event + "`\n").collect(Collectors.joining());
        return "### `%s`\n\n%s\n\n%s".formatted(scenario.name(), promise.about(), events);
    }
}
