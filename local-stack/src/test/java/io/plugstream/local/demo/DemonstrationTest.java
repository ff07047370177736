package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import io.plugstream.local.process.FreePorts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemonstrationTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
    private static final String BODY =
            "{\"event\":\"charger.boot\",\"timestamp\":\"2026-03-01T10:00:00.000Z\",\"data\":{\"chargeBoxId\":\"CB\"}}";

    @TempDir
    private Path directory;

    /** Its chargers may send before the platform is ready. */
    @Test
    void acceptsDeliveriesOfAnEarlierStartAtOnce() throws Exception {
        new DemoState("plug_test_key", "webhook", SECRET).write(directory.resolve("demo.json"));
        int port = FreePorts.one();
        try (var demonstration = new Demonstration(FreePorts.one(), FreePorts.one(), port, directory, _ -> {});
                var http = HttpClient.newHttpClient()) {
            demonstration.listen();

            var now = Instant.now();
            var request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + WebhookReceiver.PATH))
                    .header("webhook-id", "msg_1")
                    .header("webhook-timestamp", Long.toString(now.getEpochSecond()))
                    .header("webhook-signature", new Webhook(SECRET).sign("msg_1", now.getEpochSecond(), BODY))
                    .POST(HttpRequest.BodyPublishers.ofString(BODY))
                    .build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(204);
        }
    }
}
