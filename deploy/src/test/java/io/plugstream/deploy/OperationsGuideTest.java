package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.deploy.Settings.Setting;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsGuideTest {

    private static final Path GUIDE = Path.of("../docs/operations.md");
    private static final Pattern SETTING = Pattern.compile("plugstream(?:\\.[a-z]+(?:-[a-z]+)*){2,}");

    @Test
    void itNamesSettingsThatExist() throws IOException {
        Set<String> known = Settings.read().ours().stream().map(Setting::name).collect(Collectors.toSet());

        assertThat(SETTING.matcher(Files.readString(GUIDE)).results().map(MatchResult::group))
                .isNotEmpty()
                .allMatch(known::contains);
    }

    @ParameterizedTest
    @ValueSource(strings = {"When Kafka loses a topic", "Topics and partitions"})
    void itListsEveryTopic(String title) throws IOException {
        String section =
                Files.readString(GUIDE).split("\n## " + title + "\n", 2)[1].split("\n## ", 2)[0];

        assertThat(Topics.ALL).extracting(Topic::name).allMatch(topic -> section.contains('`' + topic + '`'));
    }
}
