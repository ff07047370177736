package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the locale is not UTF-8, Java replaces all letters of an argument that are not ASCII. */
class UnreadableArgumentsTest {

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command CP-1 DataTransfer {\"data\":\"Th\uFFFD\uFFFDringen\"}",
                "command CP-\uFFFD\uFFFD Reset",
                "chargers --key-file \uFFFD\uFFFD.key"
            })
    void aCommandWithReplacedLettersIsNotSent(String line) throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"id\":\"7\",\"status\":\"accepted\",\"chargers\":[]}")) {
            assertThat(run(api.uri().toString(), line.split(" "))).isEqualTo(2);
            assertThat(api.asked()).isEmpty();
        }
        assertThat(errors.toString().lines()).singleElement().asString().contains("LC_ALL=C.UTF-8");
    }

    private int run(String address, String... arguments) {
        var environment = Map.of("PLUGSTREAM_URL", address, "PLUGSTREAM_KEY", "plug_test_" + "a".repeat(49));
        var line = Plug.commandLine(environment).setErr(new PrintWriter(errors, true));
        return Plug.run(line, arguments);
    }
}
