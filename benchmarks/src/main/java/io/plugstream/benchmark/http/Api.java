package io.plugstream.benchmark.http;

import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.identity.IdentityProvider;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.FreePorts;
import io.plugstream.model.json.Json;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The API with a real Kafka, PostgreSQL and identity provider. */
final class Api implements AutoCloseable {

    private static final String ORGANISATION = "benchmark";
    private static final int WEBHOOKS = 3;

    private final PostgresServer postgres;
    private final IdentityProvider identity;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.one();

    private Api(PostgresServer postgres, IdentityProvider identity) {
        this.postgres = postgres;
        this.identity = identity;
    }

    /** Starts all that the API needs, then the API from the jar below {@code home}. */
    static Api start(Stage stage, Path home) throws InterruptedException {
        Path directory = stage.directory();
        Api api = new Api(
                PostgresServer.start(directory.resolve("postgres"), 0),
                IdentityProvider.start(0, directory.resolve("identity-key.json")));
        stage.start(
                home,
                "quota-service",
                Map.of(
                        "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                        directory.resolve("quota").toString()));
        stage.start(home, "api-service", api.settings());
        return api;
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("SERVER_PORT", Integer.toString(port));
        settings.put("SERVER_ADDRESS", "127.0.0.1");
        settings.put("SPRING_R2DBC_URL", postgres.r2dbcUrl());
        settings.put("SPRING_R2DBC_PASSWORD", postgres.password());
        settings.put("SPRING_FLYWAY_URL", postgres.jdbcUrl());
        settings.put("SPRING_FLYWAY_PASSWORD", postgres.password());
        settings.put("PLUGSTREAM_IDENTITY_ISSUER", "http://localhost:" + identity.port());
        settings.put("PLUGSTREAM_CHARGERS_CONNECTIONURL", "ws://localhost:8081/ocpp");
        settings.put(DevelopmentKey.VARIABLE, DevelopmentKey.VALUE);
        settings.put("PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP", "true");
        settings.put("PLUGSTREAM_WEBHOOKADDRESS_ALLOWLOOPBACK", "true");
        return settings;
    }

    /** Creates a Scale organisation with a few webhooks; the target lists them. */
    Target webhooks() throws IOException, InterruptedException {
        String key = key(ORGANISATION, Tier.SCALE);
        for (int number = 0; number < WEBHOOKS; number++) {
            Map<String, Object> webhook =
                    Map.of("url", "http://127.0.0.1:9/" + number, "events", List.of("charger.boot"));
            send("POST", Target.WEBHOOKS, webhook, "X-API-Key", key);
        }
        return new Target(port, Target.WEBHOOKS, key);
    }

    /** Creates an organisation of that tier; the target reads it. */
    Target organisation(String name, Tier tier) throws IOException, InterruptedException {
        return new Target(port, Target.ORGANISATION, key(name, tier));
    }

    private String key(String organisation, Tier tier) throws IOException, InterruptedException {
        send(
                "PUT",
                "/admin/v1/organisations/" + organisation,
                Map.of("name", "Benchmark", "tier", tier.wireName()),
                "Authorization",
                bearer(organisation, "&role=operator"));
        return send("POST", "/api/v1/auth/api-keys", Map.of("name", "key"), "Authorization", bearer(organisation, ""))
                .path("key")
                .stringValue();
    }

    private String bearer(String organisation, String more) throws IOException, InterruptedException {
        String query = "/token?org=" + organisation + "&user=benchmark" + more;
        URI token = URI.create("http://localhost:" + identity.port() + query);
        return "Bearer "
                + http.send(HttpRequest.newBuilder(token).build(), HttpResponse.BodyHandlers.ofString())
                        .body();
    }

    private JsonNode send(String method, String path, Object body, String header, String value)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(
                        method,
                        HttpRequest.BodyPublishers.ofString(Json.mapper().writeValueAsString(body)))
                .header("Content-Type", "application/json")
                .header(header, value)
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IllegalStateException(method + ' ' + path + " was answered " + response.statusCode());
        }
        return Json.mapper().readTree(response.body());
    }

    @Override
    public void close() {
        http.close();
        identity.close();
        postgres.close();
    }
}
