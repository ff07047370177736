package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.sandbox.SandboxScenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code plug trigger} where it cannot choose the charger. */
class UnknownScenarioTest {

    private static final String TWO = "{\"chargers\":[{\"chargeBoxId\":\"CP-1\"},{\"chargeBoxId\":\"CP-2\"}]}";

    @TempDir
    Path directory;

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"{\"chargers\":[]}", TWO})
    void anUnknownScenarioIsNamedBeforeTheCharger(String chargers) throws Exception {
        assertThat(trigger("nope", chargers)).isEqualTo(2);
        assertThat(errors.toString())
                .contains("no scenario nope", "plug trigger --help")
                .doesNotContain("--charger.", "Register");
    }

    @ParameterizedTest
    @EnumSource
    void everyScenarioIsKnown(SandboxScenario scenario) throws Exception {
        assertThat(trigger(scenario.wireName(), TWO)).isEqualTo(2);
        assertThat(errors.toString()).contains("Choose one with --charger");
    }

    /** The API may be newer than this plug. */
    @Test
    void theApiJudgesAScenarioForTheOnlyCharger() throws Exception {
        try (var api = new FakeApi((one, exchange) -> {
            var isList = one.method().equals("GET");
            FakeApi.answer(
                    exchange,
                    isList ? 200 : 400,
                    isList ? "{\"chargers\":[{\"chargeBoxId\":\"CP-1\"}]}" : "{\"title\":\"Invalid request\"}");
        })) {
            assertThat(trigger("nope", api)).isEqualTo(2);
        }
        assertThat(errors.toString()).contains("400 Invalid request");
    }

    private int trigger(String scenario, String chargers) throws IOException {
        try (var api = FakeApi.answering(200, _ -> chargers)) {
            return trigger(scenario, api);
        }
    }

    private int trigger(String scenario, FakeApi api) throws IOException {
        var keyFile = Files.writeString(directory.resolve("key"), "plug_test_" + "a".repeat(49));
        return Plug.commandLine(Map.of("PLUGSTREAM_URL", api.uri().toString()))
                .setErr(new PrintWriter(errors, true))
                .execute("trigger", scenario, "--key-file", keyFile.toString());
    }
}
