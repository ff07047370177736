package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code plug} whose standard output is full, closed, or a pipe that nobody reads. */
class UnwritableOutputTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "keys,>/dev/full,No space left on device",
        "keys --json,>/dev/full,No space left on device",
        "keys --help,>/dev/full,No space left on device",
        "keys,>&-,Bad file descriptor"
    })
    void aFailedWriteIsReportedInOneLine(String line, String redirection, String reason) throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"apiKeys\":[]}");
                var plug = PlugProcess.start(api, directory, redirection, line.split(" "))) {
            assertThat(plug.awaitExit()).isEqualTo(1);
            assertThat(plug.errors().lines()).containsExactly("plug: The output cannot be written: " + reason);
        }
    }

    @Test
    void aClosedPipeHasAnExitCodeOfItsOwn() throws Exception {
        var closed = new CountDownLatch(1);
        try (var api = new FakeApi((_, exchange) -> {
                    hold(closed);
                    FakeApi.answer(exchange, 200, "{\"id\":\"7\",\"status\":\"succeeded\"}");
                });
                var plug = PlugProcess.start(api, directory, "", "trigger", "normalSession", "--charger", "CP-1")) {
            plug.closeOutput();
            closed.countDown();
            assertThat(plug.awaitExit()).isEqualTo(141);
            assertThat(plug.errors()).isEmpty();
        }
    }

    private static void hold(CountDownLatch closed) throws IOException {
        try {
            closed.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
