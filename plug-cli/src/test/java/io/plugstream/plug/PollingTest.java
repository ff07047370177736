package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.plugstream.plug.FakeApi.Answers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waiting for the end of a command or scenario while polls fail. */
class PollingTest {

    private static final String[] COMMAND = {"command", "CP-1", "Reset", "--wait"};
    private static final String[] SCENARIO = {"trigger", "normalSession", "--charger", "CP-1"};
    private static final String SENT = "{\"id\":\"c-7\",\"action\":\"Reset\",\"status\":\"sent\"}";
    private static final String RUNNING = "{\"id\":\"s-7\",\"status\":\"running\"}";

    @TempDir
    Path directory;

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private Path keyFile;

    /** How a poll fails. */
    private enum Fault {
        UNAVAILABLE {
            @Override
            void answer(HttpExchange exchange) throws IOException {
                FakeApi.answer(exchange, 503, "");
            }
        },
        TOO_MANY {
            @Override
            void answer(HttpExchange exchange) throws IOException {
                exchange.getResponseHeaders().set("Retry-After", "1");
                FakeApi.answer(exchange, 429, "{\"title\":\"Too many\"}");
            }
        },
        CUT {
            @Override
            void answer(HttpExchange exchange) {
                exchange.close();
            }
        };

        abstract void answer(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void writeKey() throws IOException {
        keyFile = Files.writeString(directory.resolve("key"), "plug_test_" + "a".repeat(49));
    }

    @Test
    void failedPollsOfACommandAreRepeated() throws Exception {
        try (var api = new FakeApi(failing(SENT, SENT.replace("sent", "accepted")))) {
            assertThat(run(api, COMMAND)).as("%s", errors).isZero();
        }
        assertThat(output.toString()).contains("c-7", "accepted");
        assertThat(errors.toString().lines()).containsExactly("Command c-7 was sent. Waiting for its end.");
    }

    @Test
    void aCommandThatIsUnderWayTellsHowToReadItsOutcome() throws Exception {
        try (var api = new FakeApi((_, exchange) -> FakeApi.answer(exchange, 200, SENT))) {
            assertThat(run(api, "command", "CP-1", "Reset", "--json")).isZero();
        }
        assertThat(output.toString().lines()).containsExactly(SENT);
        assertThat(errors.toString()).contains("GET /api/v1/commands/c-7", "--wait");
    }

    @Test
    void failedPollsOfAScenarioAreRepeated() throws Exception {
        try (var api = new FakeApi(failing(RUNNING, RUNNING.replace("running", "succeeded")))) {
            assertThat(run(api, SCENARIO)).as("%s", errors).isZero();
        }
        assertThat(output.toString()).contains("succeeded");
        assertThat(errors.toString().lines()).containsExactly("Scenario s-7 was started. Waiting for its end.");
    }

    /** The rest of an allowance's day is longer than any command. */
    @ParameterizedTest
    @CsvSource({"429,3600,1", "503,3600,1", "401,,4", "404,,1"})
    void pollsThatCannotSucceedInTimeAreNotRepeated(int status, String retryAfter, int exit) throws Exception {
        for (String[] line : new String[][] {COMMAND, SCENARIO}) {
            try (var api = new FakeApi((asked, exchange) -> {
                if (asked.method().equals("POST")) {
                    FakeApi.answer(exchange, 200, line[0].equals("command") ? SENT : RUNNING);
                } else {
                    if (retryAfter != null) {
                        exchange.getResponseHeaders().set("Retry-After", retryAfter);
                    }
                    FakeApi.answer(exchange, status, "{\"title\":\"No\"}");
                }
            })) {
                assertThat(run(api, line)).isEqualTo(exit);
                assertThat(api.asked()).hasSize(2);
            }
        }
        assertThat(errors.toString()).contains("c-7", "s-7", String.valueOf(status));
    }

    /** Every fault once, then the end. */
    private static Answers failing(String first, String last) {
        var polls = new AtomicInteger();
        return (asked, exchange) -> {
            if (asked.method().equals("POST")) {
                FakeApi.answer(exchange, 200, first);
                return;
            }
            int poll = polls.getAndIncrement();
            if (poll < Fault.values().length) {
                Fault.values()[poll].answer(exchange);
            } else {
                FakeApi.answer(exchange, 200, last);
            }
        };
    }

    private int run(FakeApi api, String... arguments) {
        var all = Stream.concat(Stream.of(arguments), Stream.of("--key-file", keyFile.toString()));
        return Plug.commandLine(Map.of("PLUGSTREAM_URL", api.uri().toString()))
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true))
                .execute(all.toArray(String[]::new));
    }
}
