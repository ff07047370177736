package io.plugstream.local.demo;

import io.plugstream.local.process.StartException;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of the HTTP API and the identity provider. */
final class PublicApi {
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final String api;
    private final String identity;

    PublicApi(int apiPort, int identityPort) {
        this.api = "http://localhost:" + apiPort;
        this.identity = "http://localhost:" + identityPort;
    }

    /** The header that authenticates a call. */
    record Credential(String header, String value) {
        static Credential apiKey(String key) {
            return new Credential("X-API-Key", key);
        }

        static Credential token(String token) {
            return new Credential("Authorization", "Bearer " + token);
        }

        @Override
        public String toString() {
            return "Credential[" + header + ']';
        }
    }

    record Response(int status, String body) {
        JsonNode json() {
            return Json.mapper().readTree(body);
        }
    }

    String token(String query) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(identity + "/token?" + query)).build();
        var response = send(request);
        if (response.statusCode() != 200) {
            throw new StartException("The identity provider gave no token: " + response.body());
        }
        return response.body();
    }

    Response call(String method, String path, Credential credential, @Nullable Map<String, Object> body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(api + path))
                .timeout(Duration.ofSeconds(15))
                .header(credential.header(), credential.value())
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(Json.mapper().writeValueAsString(body)))
                .build();
        var response = send(request);
        return new Response(response.statusCode(), response.body());
    }

    /** Java's client gives a refused connection no message. */
    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IOException("nobody listens at " + request.uri().getAuthority(), e);
        }
    }

    /** Like {@link #call}, but fails unless the response has the {@code expected} status. */
    JsonNode expect(int expected, String method, String path, Credential credential, @Nullable Map<String, Object> body)
            throws IOException, InterruptedException {
        var response = call(method, path, credential, body);
        if (response.status() != expected) {
            throw unexpected(method, path, response);
        }
        return response.json();
    }

    static StartException unexpected(String method, String path, Response response) {
        return new StartException("The demonstration cannot be set up: %s %s answered %d: %s"
                .formatted(method, path, response.status(), response.body()));
    }
}
