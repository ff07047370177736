package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ctrl-C while {@code plug} waits for the end of a command or scenario, which goes on. */
class InterruptedWaitTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "command CP-1 Reset --wait,sent,Command 7 goes on,GET /api/v1/commands/7",
        "trigger normalSession --charger CP-1,running,Scenario 7 goes on,GET /api/v1/sandbox/scenarios/7"
    })
    void whatWasStartedGoesOnAndCanBeRead(String line, String status, String goesOn, String path) throws Exception {
        try (var api = FakeApi.answering(
                        200, _ -> "{\"id\":\"7\",\"action\":\"Reset\",\"status\":\"%s\"}".formatted(status));
                var plug = PlugProcess.start(api, directory, "", line.split(" "))) {
            await().atMost(LIMIT).until(() -> api.asked().size() > 1);
            plug.interrupt();
            assertThat(plug.awaitExit()).isEqualTo(143);
            assertThat(plug.errors()).contains(goesOn, path);
            assertThat(plug.output()).isEmpty();
        }
    }

    @Test
    void aCommandWithoutAnAnswerMayHaveBeenSent() throws Exception {
        var over = new CountDownLatch(1);
        try (var api = new FakeApi((_, _) -> hold(over));
                var plug = PlugProcess.start(api, directory, "", "command", "CP-1", "Reset")) {
            await().atMost(LIMIT).until(() -> !api.asked().isEmpty());
            plug.interrupt();
            assertThat(plug.awaitExit()).isEqualTo(143);
            assertThat(plug.errors()).contains("may have been sent", "GET /api/v1/chargers/CP-1/commands");
        } finally {
            over.countDown();
        }
    }

    private static void hold(CountDownLatch over) throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
