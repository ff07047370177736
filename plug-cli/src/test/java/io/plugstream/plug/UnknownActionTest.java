package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.WireName;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code plug command} with an action or a timeout that the API refuses. */
class UnknownActionTest {

    private static final String ACTIONS =
            Arrays.stream(CommandAction.values()).map(WireName::wireName).collect(Collectors.joining(", "));

    @TempDir
    Path directory;

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "Rset,Reset?",
        "reset,Reset?",
        "GetVariable,GetVariables?",
        "RemoteStart,RemoteStartTransaction?",
        "UnlockConector,UnlockConnector?"
    })
    void theNearestActionIsSuggested(String typed, String suggestion) throws Exception {
        assertThat(command("action", "must be one of " + ACTIONS, typed)).isEqualTo(2);
        assertThat(errors.toString().lines())
                .containsExactly(
                        "plug: 400 Invalid request",
                        "  There is no action %s. Did you mean %s GET /api/v1/command-actions lists all."
                                .formatted(typed, suggestion));
    }

    @Test
    void anActionThatResemblesNoneGetsTheWholeList() throws Exception {
        assertThat(command("action", "must be one of " + ACTIONS, "Xyzzy")).isEqualTo(2);
        assertThat(errors.toString().lines()).hasSizeGreaterThan(5).allMatch(line -> line.length() <= 100);
        assertThat(errors.toString()).contains("no action Xyzzy", "CancelReservation", "UnpublishFirmware");
    }

    @Test
    void aFaultOfTheTimeoutNamesTheOption() throws Exception {
        assertThat(command("timeoutSeconds", "must be between 1 and 300", "Reset", "--timeout", "0"))
                .isEqualTo(2);
        assertThat(errors.toString())
                .contains("  --timeout must be between 1 and 300")
                .doesNotContain("timeoutSeconds");
    }

    private int command(String field, String message, String... arguments) throws Exception {
        var keyFile = Files.writeString(directory.resolve("key"), "plug_test_" + "a".repeat(49));
        var all = Stream.of(Stream.of("command", "CP-1"), Stream.of(arguments), Stream.of("--key-file", "" + keyFile));
        try (var api = FakeApi.answering(
                400,
                _ -> "{\"title\":\"Invalid request\",\"errors\":[{\"field\":\"%s\",\"message\":\"%s\"}]}"
                        .formatted(field, message))) {
            return Plug.commandLine(Map.of("PLUGSTREAM_URL", api.uri().toString()))
                    .setErr(new PrintWriter(errors, true))
                    .execute(all.flatMap(part -> part).toArray(String[]::new));
        }
    }
}
