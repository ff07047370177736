package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** An organisation that uses the API as an integrator does: over HTTP, with an API key. */
public final class Organisation {

    /** Settings should be in effect everywhere after a second; three times that for a machine under load. */
    static final Duration EFFECTIVE = Duration.ofSeconds(3);

    /** The secret that signs webhooks of tests. */
    static final String SECRET = "whsec_"
            + Base64.getEncoder().encodeToString("thirty-two bytes for one secret!".getBytes(StandardCharsets.UTF_8));

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);

    private final URI api;
    private final String id;
    private final String key;
    private final Calls calls;

    private Organisation(URI api, String id, String key, Calls calls) {
        this.api = api;
        this.id = id;
        this.key = key;
        this.calls = calls;
    }

    /** The calls that were made with the organisation's key, to all replicas. */
    public static final class Calls {
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong admitted = new AtomicLong();
        private final AtomicLong refused = new AtomicLong();

        public long sent() {
            return sent.get();
        }

        /** The number of calls answered, except with 429 or 5xx. */
        public long admitted() {
            return admitted.get();
        }

        /** The number of calls answered with 429. */
        public long refused() {
            return refused.get();
        }

        private HttpResponse<String> counted(Supplier<HttpResponse<String>> call) {
            sent.incrementAndGet();
            HttpResponse<String> response = call.get();
            if (response.statusCode() == 429) {
                refused.incrementAndGet();
            } else if (response.statusCode() < 500) {
                admitted.incrementAndGet();
            }
            return response;
        }
    }

    /** Sets the organisation's tier as an operator and creates an API key as a portal user: one metered call. */
    public static Organisation create(ApiAccess platform, String name, String tier) {
        return create(platform, name, tier, "live");
    }

    /** The same with a test key; the sandbox simulates its chargers. */
    static Organisation createTest(ApiAccess platform, String name, String tier) {
        return create(platform, name, tier, "test");
    }

    private static Organisation create(ApiAccess platform, String name, String tier, String mode) {
        String id = name + '-' + UUID.randomUUID().toString().substring(0, 8);
        setTier(platform, id, tier);
        Calls calls = new Calls();
        HttpResponse<String> created = calls.counted(() -> request(
                platform.api(),
                "POST",
                "/api/v1/auth/api-keys",
                Map.of("name", "system test", "mode", mode),
                "Authorization",
                "Bearer " + platform.idToken(id, "")));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        return new Organisation(platform.api(), id, json(created).get("key").stringValue(), calls);
    }

    /** An existing organisation with one of its API keys. */
    static Organisation of(Platform platform, String id, String key) {
        return new Organisation(platform.api(), id, key, new Calls());
    }

    static void setTier(ApiAccess platform, String id, String tier) {
        HttpResponse<String> response = request(
                platform.api(),
                "PUT",
                "/admin/v1/organisations/" + id,
                Map.of("name", id, "tier", tier),
                "Authorization",
                "Bearer " + platform.idToken("operators", "&role=operator"));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    public String id() {
        return id;
    }

    /** Its API key, for other clients. */
    String key() {
        return key;
    }

    public Calls calls() {
        return calls;
    }

    /** The same organisation at another replica. */
    public Organisation at(URI replica) {
        return new Organisation(replica, id, key, calls);
    }

    public HttpResponse<String> get(String path) {
        return calls.counted(() -> request(api, "GET", path, null, "X-API-Key", key));
    }

    HttpResponse<String> post(String path, Object body) {
        return calls.counted(() -> request(api, "POST", path, body, "X-API-Key", key));
    }

    /** A POST that may be repeated: it is done once for each {@code idempotencyKey}. */
    public HttpResponse<String> post(String path, Object body, String idempotencyKey) {
        return calls.counted(
                () -> request(api, "POST", path, body, "X-API-Key", key, "Idempotency-Key", idempotencyKey));
    }

    /** A POST that belongs to a trace, with {@code traceparent} as in W3C Trace Context. */
    HttpResponse<String> postTraced(String path, Object body, String traceparent) {
        return calls.counted(() -> request(api, "POST", path, body, "X-API-Key", key, "traceparent", traceparent));
    }

    HttpResponse<String> patch(String path, Object body) {
        return calls.counted(() -> request(api, "PATCH", path, body, "X-API-Key", key));
    }

    HttpResponse<String> delete(String path) {
        return calls.counted(() -> request(api, "DELETE", path, null, "X-API-Key", key));
    }

    /** Registers a charger and returns it once the gateways surely know it. */
    ChargePoint registerCharger(String chargeBoxId) {
        return registerChargers(List.of(chargeBoxId)).values().iterator().next();
    }

    /** Registers chargers and returns them by name once the gateways surely know them. */
    public Map<String, ChargePoint> registerChargers(List<String> chargeBoxIds) {
        Map<String, ChargePoint> chargers = new LinkedHashMap<>();
        for (String chargeBoxId : chargeBoxIds) {
            HttpResponse<String> created = post("/api/v1/chargers", Map.of("chargeBoxId", chargeBoxId));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            JsonNode charger = json(created);
            chargers.put(
                    chargeBoxId,
                    new ChargePoint(
                            chargeBoxId,
                            charger.get("connectionUrl").stringValue(),
                            charger.get("password").stringValue()));
        }
        awaitEffect();
        return chargers;
    }

    /** Registers a webhook and returns its id once it is surely in effect. */
    public String registerWebhook(String url, List<String> events, String secret) {
        HttpResponse<String> created = post("/api/v1/webhooks", Map.of("url", url, "events", events, "secret", secret));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        awaitEffect();
        return json(created).get("id").stringValue();
    }

    /** Waits a fixed time, because asking a service what it already knows would have effects that tests see. */
    private static void awaitEffect() {
        Awaitility.await()
                .pollDelay(EFFECTIVE)
                .atMost(EFFECTIVE.multipliedBy(2))
                .until(() -> true);
    }

    public static JsonNode json(HttpResponse<String> response) {
        return Json.mapper().readTree(response.body());
    }

    private static HttpResponse<String> request(
            URI api, String method, String path, @org.jspecify.annotations.Nullable Object body, String... headers) {
        HttpRequest.BodyPublisher publisher = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(Json.mapper().writeValueAsString(body));
        HttpRequest request = HttpRequest.newBuilder(api.resolve(path))
                .timeout(LONGEST_ANSWER)
                .method(method, publisher)
                .headers(headers)
                .header("Content-Type", "application/json")
                .build();
        return ApiAccess.send(request);
    }
}
