package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.local.demo.DemoState.Registered;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration's setup after whatever an earlier run, or a user, left behind. */
class DemoSetupTest {
    private static final String OURS = "http://localhost:1/events";
    private static final String OTHER = "http://localhost:2/events";

    @TempDir
    Path directory;

    private final Map<String, String> webhooks = new LinkedHashMap<>();
    private final TreeSet<String> chargers = new TreeSet<>();
    private HttpServer server;
    private int created;
    private String refusedAt = "";
    private String lastSeen = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void anotherStartReusesTheSetup() throws Exception {
        var first = prepare();

        assertThat(prepare()).isEqualTo(first);
        assertThat(chargers).containsExactlyElementsOf(new TreeSet<>(DemoSetup.CHARGERS));
        assertThat(webhooks).containsExactly(Map.entry(first.webhookId(), OURS));
    }

    @Test
    void aWebhookOfAnUnfinishedSetupIsReplaced() throws Exception {
        webhooks.put("unfinished", OURS);
        webhooks.put("somebody's", OTHER);

        var state = prepare();

        assertThat(webhooks).containsOnly(Map.entry("somebody's", OTHER), Map.entry(state.webhookId(), OURS));
    }

    @Test
    void aDeletedChargerIsRegisteredAgain() throws Exception {
        var first = prepare();
        chargers.remove(DemoSetup.CHARGERS.getFirst());

        var second = prepare();

        assertThat(chargers).containsExactlyElementsOf(new TreeSet<>(DemoSetup.CHARGERS));
        assertThat(webhooks).containsExactly(Map.entry(second.webhookId(), OURS));
        assertThat(second.webhookId()).isNotEqualTo(first.webhookId());
    }

    @Test
    void aChargerWhosePasswordSomebodyChangedGetsAnother() throws Exception {
        var first = prepare();
        refusedAt = "2026-11-25T10:00:01.000Z";

        lastSeen = "2026-11-25T10:00:02.000Z";
        assertThat(prepare()).isEqualTo(first);

        lastSeen = "2026-11-25T10:00:00.000Z";
        var second = prepare();
        assertThat(second.chargers()).extracting(Registered::password).containsOnly("another");
        assertThat(second.webhookId()).isEqualTo(first.webhookId());
        assertThat(DemoState.read(directory.resolve("demo.json"))).contains(second);
    }

    private DemoState prepare() throws IOException, InterruptedException {
        var port = server.getAddress().getPort();
        return new DemoSetup(new PublicApi(port, port), directory.resolve("demo.json"), OURS).prepare();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var id = path.substring(path.lastIndexOf('/') + 1);
        var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        switch (exchange.getRequestMethod() + ' ' + path.replaceFirst("^/api/v1", "")) {
            case "GET /token" -> respond(exchange, 200, "token");
            case "PUT /admin/v1/organisations/demo" -> respond(exchange, 200, "{}");
            case "POST /auth/api-keys" -> respond(exchange, 201, "{\"key\":\"key\"}");
            case "GET /webhooks" ->
                respond(
                        exchange,
                        200,
                        Json.mapper()
                                .writeValueAsString(Map.of(
                                        "webhooks",
                                        webhooks.entrySet().stream()
                                                .map(one -> Map.of("id", one.getKey(), "url", one.getValue()))
                                                .toList())));
            case "POST /webhooks" -> {
                var webhook = "webhook-" + ++created;
                webhooks.put(webhook, Json.mapper().readTree(sent).path("url").asString());
                respond(exchange, 201, "{\"id\":\"" + webhook + "\"}");
            }
            case "POST /chargers" -> {
                chargers.add(Json.mapper().readTree(sent).path("chargeBoxId").asString());
                respond(exchange, 201, "{\"password\":\"p\",\"connectionUrl\":\"ws://localhost\"}");
            }
            case "GET /chargers/demo-charger/handshakes", "GET /chargers/demo-station/handshakes" ->
                respond(exchange, 200, "{\"handshakes\":[{\"refusedAt\":\"" + refusedAt + "\"}]}");
            case "POST /chargers/demo-charger/password", "POST /chargers/demo-station/password" ->
                respond(exchange, 200, "{\"password\":\"another\"}");
            default -> {
                var known = exchange.getRequestMethod().equals("GET")
                        ? chargers.contains(id)
                        : chargers.remove(id) || webhooks.remove(id) != null;
                respond(exchange, known ? 200 : 404, "{\"lastSeen\":\"" + lastSeen + "\"}");
            }
        }
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
