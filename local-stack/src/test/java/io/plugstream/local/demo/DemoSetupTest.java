package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.local.demo.PublicApi.Credential;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    private final Map<String, String> protocols = new TreeMap<>();
    private final Map<String, String> secrets = new TreeMap<>();
    private final Set<String> paused = new TreeSet<>();
    private HttpServer server;
    private boolean usedUp;
    private boolean revoked;
    private int created;

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
    void aWebhookWithAnotherSecretGetsTheKeptOneAgain() throws Exception {
        var first = prepare();
        assertThat(secrets).containsExactly(Map.entry(first.webhookId(), first.webhookSecret()));
        secrets.put(first.webhookId(), "whsec_of_the_user");

        assertThat(prepare()).isEqualTo(first);
        assertThat(secrets).containsExactly(Map.entry(first.webhookId(), first.webhookSecret()));
    }

    @Test
    void theWebhookIsPausedUntilTheDemonstrationRunsAgain() throws Exception {
        var state = prepare();

        assertThat(setup().pause()).contains(state.apiKey());
        assertThat(paused).containsExactly(state.webhookId());
        assertThat(prepare()).isEqualTo(state);
        assertThat(paused).isEmpty();
    }

    @Test
    void theKeyWorksWithoutTheWebhook() throws Exception {
        var state = prepare();
        webhooks.clear();

        assertThat(setup().pause()).contains(state.apiKey());
    }

    @Test
    void thereIsNothingToPauseBeforeTheFirstSetup() throws Exception {
        assertThat(setup().pause()).isEmpty();
    }

    @Test
    void aRevokedKeyIsNotShown() throws Exception {
        var _ = prepare();
        revoked = true;

        assertThat(setup().pause()).isEmpty();
    }

    @Test
    void aUsedUpAllowanceCountsAsSetUp() throws Exception {
        var first = prepare();
        usedUp = true;

        assertThat(prepare()).isEqualTo(first);
    }

    @Test
    void aLiveKeyIsReplaced() throws Exception {
        new DemoState("plug_live_1", "webhook", "secret").write(directory.resolve("demo.json"));

        assertThat(prepare().apiKey()).isEqualTo("plug_test_1");
    }

    @Test
    void aDeletedChargerIsRegisteredAgain() throws Exception {
        assertThat(registered()).containsExactlyElementsOf(DemoSetup.CHARGERS.keySet());
        assertThat(protocols).containsExactlyEntriesOf(DemoSetup.CHARGERS);
        chargers.remove("demo-charger");

        assertThat(registered()).containsExactlyElementsOf(DemoSetup.CHARGERS.keySet());
        assertThat(chargers).containsExactlyElementsOf(DemoSetup.CHARGERS.keySet());
    }

    @Test
    void aChargerOfAnUnfinishedSetupGetsItsProtocol() throws Exception {
        chargers.addAll(DemoSetup.CHARGERS.keySet());

        assertThat(registered()).containsExactlyElementsOf(DemoSetup.CHARGERS.keySet());
        assertThat(protocols).containsExactly(Map.entry("demo-station", "ocpp2.0.1"));
    }

    @Test
    void testChargersOfTheUserStay() throws Exception {
        chargers.add("mine");
        assertThat(registered()).containsExactly("demo-charger");
        assertThat(chargers).containsExactly("demo-charger", "mine");
    }

    private DemoState prepare() throws IOException, InterruptedException {
        return setup().prepare();
    }

    private List<String> registered() throws IOException, InterruptedException {
        return setup().chargers(Credential.apiKey("plug_test_1"));
    }

    private DemoSetup setup() {
        var port = server.getAddress().getPort();
        return new DemoSetup(new PublicApi(port, port), directory.resolve("demo.json"), OURS);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var id = path.substring(path.lastIndexOf('/') + 1);
        var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var call = exchange.getRequestMethod() + ' ' + path.replaceFirst("^/api/v1", "");
        if (usedUp && call.contains(" /webhooks")) {
            respond(exchange, 429, "{}");
            return;
        }
        if (revoked) {
            respond(exchange, 401, "{}");
            return;
        }
        switch (call.replaceFirst("^POST /webhooks/.*/secret$", "POST secret")
                .replaceFirst("^PATCH /webhooks/.*", "PATCH webhook")) {
            case "GET /token" -> respond(exchange, 200, "token");
            case "PUT /admin/v1/organisations/demo" -> respond(exchange, 200, "{}");
            case "POST /auth/api-keys" -> respond(exchange, 201, "{\"key\":\"plug_test_1\"}");
            case "GET /webhooks" ->
                respond(
                        exchange,
                        200,
                        Json.mapper()
                                .writeValueAsString(Map.of(
                                        "webhooks",
                                        webhooks.entrySet().stream()
                                                .map(one -> Map.of(
                                                        "id",
                                                        one.getKey(),
                                                        "url",
                                                        one.getValue(),
                                                        "active",
                                                        !paused.contains(one.getKey())))
                                                .toList())));
            case "POST /webhooks" -> {
                var webhook = "webhook-" + ++created;
                webhooks.put(webhook, Json.mapper().readTree(sent).path("url").asString());
                secrets.put(webhook, Json.mapper().readTree(sent).path("secret").asString());
                respond(exchange, 201, "{\"id\":\"" + webhook + "\"}");
            }
            case "POST secret" -> {
                secrets.put(
                        path.split("/", -1)[4],
                        Json.mapper().readTree(sent).path("secret").asString());
                respond(exchange, 200, "{}");
            }
            case "PATCH webhook" -> {
                var known = webhooks.containsKey(id);
                if (Json.mapper().readTree(sent).path("active").asBoolean()) {
                    paused.remove(id);
                } else if (known) {
                    paused.add(id);
                }
                respond(exchange, known ? 200 : 404, "{}");
            }
            case "POST /chargers" -> {
                var room = chargers.size() < 2;
                if (room) {
                    chargers.add(
                            Json.mapper().readTree(sent).path("chargeBoxId").asString());
                }
                respond(exchange, room ? 201 : 409, "{}");
            }
            case "PATCH /sandbox/chargers/demo-charger", "PATCH /sandbox/chargers/demo-station" -> {
                protocols.put(id, Json.mapper().readTree(sent).path("protocol").asString());
                respond(exchange, 200, "{}");
            }
            default -> {
                var known =
                        exchange.getRequestMethod().equals("GET") ? chargers.contains(id) : webhooks.remove(id) != null;
                respond(
                        exchange,
                        known ? 200 : 404,
                        "{\"protocol\":\"%s\"}".formatted(protocols.getOrDefault(id, "ocpp1.6")));
            }
        }
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
