package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.plugstream.model.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WebhookReceiverTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
    private final Instant now = Instant.now();
    private static final String BODY =
            "{\"event\":\"charger.connected\",\"timestamp\":\"2026-03-01T10:00:00.000Z\",\"data\":{\"chargeBoxId\":\"CB\"}}";

    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final Queue<JsonNode> heard = new ConcurrentLinkedQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private WebhookReceiver receiver;

    @BeforeEach
    void start() {
        receiver = WebhookReceiver.start(0, said::add, heard::add);
        receiver.verifyWith(SECRET);
    }

    @AfterEach
    void stop() {
        receiver.close();
        http.close();
    }

    @Test
    void printsTheEventOfAGenuineWebhook() throws Exception {
        assertThat(post("msg_1", now, signature("msg_1", now, BODY), BODY)).isEqualTo(204);
        await().untilAsserted(() -> assertThat(said)
                .containsExactly(
                        "webhook  2026-03-01T10:00:00.000Z  charger.connected        {\"chargeBoxId\":\"CB\"}"));
    }

    @Test
    void passesOnOnlyWhatIsGenuine() throws Exception {
        post("msg_1", now, "v1,AAAA", BODY);
        post("msg_2", now, signature("msg_2", now, BODY), BODY);
        await().untilAsserted(
                        () -> assertThat(heard).containsExactly(Json.mapper().readTree(BODY)));
    }

    @Test
    void oneOfSeveralSignaturesIsEnough() throws Exception {
        assertThat(post("msg_1", now, "v1,AAAA " + signature("msg_1", now, BODY), BODY))
                .isEqualTo(204);
    }

    @Test
    void refusesChangedMessages() throws Exception {
        assertThat(post("msg_1", now, signature("msg_1", now, BODY), BODY.replace("CB", "CX")))
                .isEqualTo(401);
        assertThat(post("msg_2", now, signature("msg_1", now, BODY), BODY)).isEqualTo(401);
        assertThat(post("msg_1", now, "", BODY)).isEqualTo(401);
        assertThat(said).allMatch(line -> line.contains("signature is invalid"));
    }

    @Test
    void refusesMessagesThatLackAHeader() throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + receiver.port() + WebhookReceiver.PATH))
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build();
        assertThat(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void refusesMessagesOlderThanFiveMinutes() throws Exception {
        var old = now.minusSeconds(301);
        assertThat(post("msg_1", old, signature("msg_1", old, BODY), BODY)).isEqualTo(401);
    }

    @Test
    void marksRepeatedMessages() throws Exception {
        assertThat(post("msg_1", now, signature("msg_1", now, BODY), BODY)).isEqualTo(204);
        assertThat(post("msg_1", now, signature("msg_1", now, BODY), BODY)).isEqualTo(204);
        await().untilAsserted(() -> assertThat(said).element(1).asString().endsWith("(AGAIN: msg_1)"));
    }

    private static String signature(String id, Instant time, String body) throws Exception {
        return new Webhook(SECRET).sign(id, time.getEpochSecond(), body);
    }

    private int post(String id, Instant time, String signature, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + receiver.port() + WebhookReceiver.PATH))
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(time.getEpochSecond()))
                .header("webhook-signature", signature)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
