package io.plugstream.plug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

/** {@code plug} where the API is not what answers, or does not answer to the end. */
class UnexpectedAnswersTest {

    @TempDir
    Path directory;

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private PrintWriter out = new PrintWriter(output, true);
    private Path keyFile;

    @BeforeEach
    void writeKey() throws IOException {
        keyFile = Files.writeString(directory.resolve("key"), "plug_test_" + "a".repeat(49));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "[]", "{}", "{\"chargers\":null,\"apiKeys\":null,\"status\":null}", "<html></html>"})
    void whatIsNotTheApiIsNoEmptyList(String answer) throws Exception {
        try (var api = FakeApi.answering(200, _ -> answer)) {
            for (var line : new String[] {
                "chargers",
                "keys",
                "command CP-1 Reset",
                "trigger normalSession",
                "trigger normalSession --charger CP-1"
            }) {
                assertThat(run(api.uri().toString(), line.split(" "))).as(line).isEqualTo(1);
            }
        }
        assertThat(output.toString()).isEmpty();
        assertThat(errors.toString().lines()).hasSize(5).allMatch(line -> line.contains("PLUGSTREAM_URL"));
    }

    @Test
    void aRedirectIsNotFollowedButShown() throws Exception {
        try (var api = new FakeApi((_, exchange) -> {
            exchange.getResponseHeaders().set("Location", "https://elsewhere.example/api");
            FakeApi.answer(exchange, 308, "");
        })) {
            assertThat(run(api.uri().toString(), "chargers")).isEqualTo(1);
        }
        assertThat(errors.toString()).contains("308", "https://elsewhere.example/api", "PLUGSTREAM_URL");
    }

    @Test
    void aServerThatRepeatsAPageIsNotTheApi() throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"chargers\":[],\"nextCursor\":\"again\"}")) {
            assertThat(run(api.uri().toString(), "chargers")).isEqualTo(1);
            assertThat(api.asked()).hasSize(2);
        }
        assertThat(errors.toString()).contains("the same page again", "PLUGSTREAM_URL");
    }

    @Test
    void anAnswerWithoutAnEndIsGivenUp() throws Exception {
        try (var api = new FakeApi((_, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            var part = new byte[64 * 1024];
            while (true) {
                exchange.getResponseBody().write(part);
            }
        })) {
            assertThat(run(api.uri().toString(), "keys")).isEqualTo(3);
        }
        assertThat(errors.toString()).contains("gave no complete answer: ", "exceeds");
    }

    @Test
    void anUnknownHostIsToldFromASilentOne() {
        assertThat(run("https://no-such-host.invalid", "keys")).isEqualTo(3);
        assertThat(errors.toString()).contains("the host's name is unknown").doesNotContain("nobody listens");
    }

    @Test
    void theAddressMayBeTheOneThatRunPrints() throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"apiKeys\":[]}")) {
            for (var end : new String[] {"/api/v1", "/api/v1/"}) {
                assertThat(run(api.uri() + end, "keys")).isZero();
                assertThat(api.asked().getLast().uri().getPath()).isEqualTo("/api/v1/auth/api-keys");
            }
        }
    }

    @Test
    void aPayloadThatIsNotJsonIsExplained() {
        assertThat(run("http://localhost:1", "command", "CP-1", "Reset", "{")).isEqualTo(2);
        assertThat(errors.toString())
                .startsWith("plug: The payload is not JSON: ")
                .doesNotContain("Source");
    }

    @Test
    void outputThatNobodyReadsEndsTheCommand() throws Exception {
        var closed = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        out = new PrintWriter(new PrintStream(closed, false, UTF_8), false, UTF_8);
        try (var api = FakeApi.answering(200, _ -> "{\"chargers\":[]}")) {
            assertThat(run(api.uri().toString(), "chargers")).isEqualTo(1);
        }
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void aDumbTerminalGetsNoColours() {
        var line = Plug.commandLine(Map.of("TERM", "dumb"));
        assertThat(line.getSubcommands().values())
                .isNotEmpty()
                .allMatch(command -> command.getColorScheme().ansi() == Ansi.OFF);
    }

    @Test
    void theVersionIsShown() {
        assertThat(Plug.commandLine(Map.of()).setOut(out).execute("--version")).isZero();
        assertThat(output.toString()).startsWith("plug ");
    }

    private int run(String address, String... arguments) {
        var all = Stream.concat(Stream.of(arguments), Stream.of("--key-file", keyFile.toString()));
        return Plug.commandLine(Map.of("PLUGSTREAM_URL", address))
                .setOut(out)
                .setErr(new PrintWriter(errors, true))
                .execute(all.toArray(String[]::new));
    }
}
