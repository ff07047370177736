package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** An organisation that uses the API as an integrator does: over HTTP, with an API key. */
final class Organisation {

    /** A setting is promised to be in effect everywhere after a second; thrice that on a machine under load. */
    static final Duration EFFECTIVE = Duration.ofSeconds(3);

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI api;
    private final String id;
    private final String key;

    private Organisation(URI api, String id, String key) {
        this.api = api;
        this.id = id;
        this.key = key;
    }

    /** Sets the organisation's tier as an operator and creates an API key as a portal user: one metered call. */
    static Organisation create(Platform platform, String name, String tier) {
        String id = name + '-' + UUID.randomUUID().toString().substring(0, 8);
        setTier(platform, id, tier);
        HttpResponse<String> created = request(
                platform.api(),
                "POST",
                "/api/v1/auth/api-keys",
                Map.of("name", "system test"),
                "Authorization",
                "Bearer " + platform.idToken(id, ""));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        return new Organisation(platform.api(), id, json(created).get("key").stringValue());
    }

    /** An organisation that somebody else has made, with one of its API keys. */
    static Organisation of(Platform platform, String id, String key) {
        return new Organisation(platform.api(), id, key);
    }

    static void setTier(Platform platform, String id, String tier) {
        HttpResponse<String> response = request(
                platform.api(),
                "PUT",
                "/admin/v1/organisations/" + id,
                Map.of("name", id, "tier", tier),
                "Authorization",
                "Bearer " + platform.idToken("operators", "&role=operator"));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    String id() {
        return id;
    }

    /** The same organisation, asking another replica. */
    Organisation at(URI replica) {
        return new Organisation(replica, id, key);
    }

    HttpResponse<String> get(String path) {
        return request(api, "GET", path, null, "X-API-Key", key);
    }

    HttpResponse<String> post(String path, Object body) {
        return request(api, "POST", path, body, "X-API-Key", key);
    }

    /** A POST that may be repeated: the same {@code idempotencyKey} is done once. */
    HttpResponse<String> post(String path, Object body, String idempotencyKey) {
        return request(api, "POST", path, body, "X-API-Key", key, "Idempotency-Key", idempotencyKey);
    }

    /** A POST that belongs to a trace: {@code traceparent} as W3C Trace Context has it. */
    HttpResponse<String> postTraced(String path, Object body, String traceparent) {
        return request(api, "POST", path, body, "X-API-Key", key, "traceparent", traceparent);
    }

    HttpResponse<String> delete(String path) {
        return request(api, "DELETE", path, null, "X-API-Key", key);
    }

    /** Registers a charger and returns it once the gateways surely know it. */
    ChargePoint registerCharger(String chargeBoxId) throws InterruptedException {
        return registerChargers(List.of(chargeBoxId)).values().iterator().next();
    }

    /** Registers chargers and returns them by name once the gateways surely know them. */
    Map<String, ChargePoint> registerChargers(List<String> chargeBoxIds) throws InterruptedException {
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
        Thread.sleep(EFFECTIVE);
        return chargers;
    }

    /** Registers a webhook and returns its id once it is surely in effect. */
    String registerWebhook(String url, List<String> events, String secret) throws InterruptedException {
        HttpResponse<String> created = post("/api/v1/webhooks", Map.of("url", url, "events", events, "secret", secret));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        Thread.sleep(EFFECTIVE);
        return json(created).get("id").stringValue();
    }

    static JsonNode json(HttpResponse<String> response) {
        return Json.mapper().readTree(response.body());
    }

    private static HttpResponse<String> request(
            URI api, String method, String path, @org.jspecify.annotations.Nullable Object body, String... headers) {
        HttpRequest.BodyPublisher publisher = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(Json.mapper().writeValueAsString(body));
        HttpRequest request = HttpRequest.newBuilder(api.resolve(path))
                .method(method, publisher)
                .headers(headers)
                .header("Content-Type", "application/json")
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
