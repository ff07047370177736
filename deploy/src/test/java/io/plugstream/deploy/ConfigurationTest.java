package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.deploy.Settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} is generated from the configuration records. */
class ConfigurationTest {

    private static final Path REFERENCE = Path.of("../docs/configuration.md");
    private static final Path NAMES = Path.of("../service-base/src/main/resources/io/plugstream/base/settings.txt");
    private static final String HEAD = """
            # Configuration

            Generated from the configuration records in the code. `ConfigurationTest` in `deploy` compares this page
            with them, and writes it with `-Dplugstream.docs.write`.

            Settings are passed as in any Spring Boot application: environment variables, command-line options,
            `application.yaml`. The environment variable of `plugstream.webhook-address.allow-http` is
            `PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP`: upper case, no dashes, `_` for each dot. Durations are written
            `250ms`, `10s`, `5m`, `24h` or `30d`, sizes `64MB`; lists use commas. An invalid value stops the start with
            a message that names it, and so does an unknown property beside a known one. A misspelt environment variable
            has no effect; if it begins with `PLUGSTREAM_`, the log warns of it at the start. Further settings of
            Spring Boot and of Kafka's clients are in [operations](operations.md#configuration).
            """;

    @Test
    void theReferenceAgreesWithTheRecords() throws IOException {
        Map<String, List<Setting>> byModule =
                Settings.read().ours().stream().collect(Collectors.groupingBy(Setting::module));
        StringBuilder text = new StringBuilder(HEAD);
        for (String module : Settings.MODULES) {
            text.append("\n## ")
                    .append(module.equals("service-base") ? "Shared" : module)
                    .append("\n\n");
            text.append("| Property | Default | Meaning |\n|---|---|---|\n");
            byModule.getOrDefault(module, List.of()).stream()
                    .sorted(Comparator.comparing(Setting::name))
                    .map(ConfigurationTest::row)
                    .forEach(text::append);
        }

        Generated.check(REFERENCE, text.toString());
    }

    /** Services warn of environment variables that are not in this list. */
    @Test
    void theServicesKnowTheNamesOfAllSettings() throws IOException {
        String names = Settings.read().ours().stream()
                .map(Setting::name)
                .distinct()
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));

        Generated.check(NAMES, names);
    }

    @Test
    void everySettingIsExplained() throws IOException {
        assertThat(Settings.read().ours())
                .hasSizeGreaterThan(50)
                .allSatisfy(setting ->
                        assertThat(setting.description()).as(setting.name()).isNotBlank());
    }

    private static String row(Setting setting) {
        return "| `%s` | %s | %s |%n"
                .formatted(setting.name(), standard(setting), sentence(setting.description()))
                .replace(System.lineSeparator(), "\n");
    }

    private static String standard(Setting setting) {
        String value = setting.standard();
        return value.isEmpty() || value.contains(" ") ? value : '`' + value + '`';
    }

    private static String sentence(String description) {
        String text =
                description.replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`").replace("|", "\\|");
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
