package io.plugstream.plug.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.plug.FakeApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class ApiTest {

    /** A fatal TLS alert, 40. */
    private static final byte[] HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};

    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void anAnswerThatBreaksOffWithoutAnEndHasALimit() throws Exception {
        var over = new CountDownLatch(1);
        try (var server = new FakeApi((_, exchange) -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        })) {
            var api = new Api(server.uri(), key(), null, Duration.ofMillis(500));
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> api.get("/", "chargers"))
                    .withMessageContaining("did not answer")
                    .matches(failure -> failure.kind() == Failure.Kind.UNREACHABLE);
        } finally {
            over.countDown();
        }
    }

    /** A proxy or a restarted server behaves so. Scripts must not repeat a command unawares. */
    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void aPostWhoseConnectionBrokeMayHaveHadItsEffect() throws Exception {
        try (var server = new FakeApi((_, _) -> {})) {
            var api = new Api(server.uri(), key(), null);
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> api.post("/", Json.mapper().createObjectNode(), "status"))
                    .withMessageContainingAll("gave no complete answer", "It may have done what was asked.")
                    .matches(failure -> failure.kind() == Failure.Kind.UNREACHABLE);
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> api.get("/", "chargers"))
                    .withMessageContaining("gave no complete answer");
        }
    }

    @Test
    void aPostThatWasNotSentHadNoEffect() throws Exception {
        int port;
        try (var server = new ServerSocket(0)) {
            port = server.getLocalPort();
        }
        for (var host : List.of("localhost", "nowhere.invalid")) {
            var api = new Api(URI.create("http://" + host + ':' + port), key(), null);
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> api.post("/", Json.mapper().createObjectNode(), "status"))
                    .withMessageContaining("cannot be reached")
                    .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("may have done"));
        }
    }

    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void aPostWhoseTlsHandshakeFailedHadNoEffect() throws Exception {
        try (var server = new ServerSocket(0)) {
            Thread.ofVirtual().start(() -> {
                try (var socket = server.accept()) {
                    socket.getOutputStream().write(HANDSHAKE_FAILURE);
                    socket.getInputStream().readNBytes(1);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            var api = new Api(URI.create("https://localhost:" + server.getLocalPort()), key(), null);
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> api.post("/", Json.mapper().createObjectNode(), "status"))
                    .withMessageContaining("cannot be reached")
                    .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("may have done"));
        }
    }

    private static ApiKey key() throws Failure {
        return ApiKey.of(null, Map.of(ApiKey.VARIABLE, "plug_test_" + "a".repeat(49)));
    }
}
