package io.plugstream.plug.api;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.plug.FakeApi;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class ApiTest {

    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void anAnswerThatBreaksOffWithoutAnEndHasALimit() throws Exception {
        var over = new CountDownLatch(1);
        var key = ApiKey.of(null, Map.of(ApiKey.VARIABLE, "plug_test_" + "a".repeat(49)));
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
            var api = new Api(server.uri(), key, null, Duration.ofMillis(500));
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> api.get("/", "chargers"))
                    .withMessageContaining("did not answer")
                    .matches(failure -> failure.kind() == Failure.Kind.UNREACHABLE);
        } finally {
            over.countDown();
        }
    }
}
