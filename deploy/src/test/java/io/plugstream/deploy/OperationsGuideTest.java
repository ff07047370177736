package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.plugstream.deploy.Settings.Setting;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsGuideTest {

    private static final Path GUIDE = Path.of("../docs/operations.md");
    private static final Pattern ROLLOUT = Pattern.compile("rollout status (\\S+)");
    private static final Pattern KUBECTL = Pattern.compile("kubectl [^`&\\n]+");
    private static final Pattern COPIED = Pattern.compile("\\| (`.+`) \\| (\\d+) \\| `(.+)` \\|");
    private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");
    private static final Pattern SETTING = Pattern.compile("plugstream(?:\\.[a-z]+(?:-[a-z]+)*){2,}");

    @Test
    void itNamesSettingsThatExist() throws IOException {
        Set<String> known = Settings.read().ours().stream().map(Setting::name).collect(Collectors.toSet());

        assertThat(SETTING.matcher(Files.readString(GUIDE)).results().map(MatchResult::group))
                .isNotEmpty()
                .allMatch(known::contains);
    }

    @Test
    void itWaitsForTheRolloutOfEachService() throws IOException {
        Overlay production = Overlay.named("production");
        Stream<String> workloads = Stream.<HasMetadata>concat(
                        production.all(Deployment.class), production.all(StatefulSet.class))
                .map(workload -> workload.getKind().toLowerCase(Locale.ROOT)
                        + '/'
                        + workload.getMetadata().getName());

        assertThat(ROLLOUT.matcher(section("Upgrading")).results().map(rollout -> rollout.group(1)))
                .containsExactlyInAnyOrderElementsOf(workloads.toList());
    }

    /** Files and overlays name their namespace themselves. */
    @Test
    void itsKubectlCommandsNameTheNamespace() throws IOException {
        assertThat(KUBECTL.matcher(Files.readString(GUIDE)).results().map(MatchResult::group))
                .isNotEmpty()
                .allMatch(command -> command.startsWith("kubectl -n plugstream") || command.matches(".* -[fk]( .*)?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"When Kafka loses a topic", "Topics and partitions"})
    void itListsEveryTopic(String title) throws IOException {
        String section = section(title);

        assertThat(Topics.ALL).extracting(Topic::name).allMatch(topic -> section.contains('`' + topic + '`'));
    }

    @Test
    void itCreatesCopiesOfTopicsAsTheCatalogueSays() throws IOException {
        String section = section("From one machine to a cluster");

        assertThat(COPIED.matcher(section).results())
                .isNotEmpty()
                .allSatisfy(row -> NAME.matcher(row.group(1)).results().forEach(name -> {
                    Topic<?, ?> topic = Topics.ALL.stream()
                            .filter(one -> one.name().equals(name.group(1)))
                            .findFirst()
                            .orElseThrow();
                    assertThat(row.group(2)).as(topic.name()).isEqualTo(Integer.toString(topic.partitions()));
                    assertThat(row.group(3))
                            .as(topic.name())
                            .isEqualTo(topic.configuration().get("cleanup.policy"));
                }));
    }

    private static String section(String title) throws IOException {
        return Files.readString(GUIDE).split("\n## " + title + "\n", 2)[1].split("\n## ", 2)[0];
    }
}
