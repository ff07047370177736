package io.plugstream.api.platform;

import io.plugstream.api.http.OpenApiContract;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An immutable client of one replica, with or without a credential. In every test it checks all exchanges with the API
 * against the OpenAPI document.
 */
public final class ApiClient {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final OpenApiContract CONTRACT = new OpenApiContract();

    private final int port;
    private final List<String> headers;
    private final @Nullable OpenApiContract contract;

    private ApiClient(int port, List<String> headers, @Nullable OpenApiContract contract) {
        this.port = port;
        this.headers = headers;
        this.contract = contract;
    }

    /** A client of the API. */
    static ApiClient ofApi(int port) {
        return new ApiClient(port, List.of(), CONTRACT);
    }

    /** A client of the management port, which has no OpenAPI document. */
    static ApiClient ofManagement(int port) {
        return new ApiClient(port, List.of(), null);
    }

    /** A client of another replica with the same credential. */
    public ApiClient at(ApiReplica replica) {
        return new ApiClient(replica.port(), headers, contract);
    }

    /** A copy with one more header. */
    public ApiClient header(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(name);
        more.add(value);
        return new ApiClient(port, List.copyOf(more), contract);
    }

    public ApiClient key(String key) {
        return header("X-API-Key", key);
    }

    public ApiClient token(String token) {
        return header("Authorization", "Bearer " + token);
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    public Answer post(String path, String json) {
        return send("POST", path, json);
    }

    public Answer put(String path, String json) {
        return send("PUT", path, json);
    }

    public Answer send(String method, String path, @Nullable String body) {
        try {
            HttpRequest request = request(method, path, body);
            return checked(request, body, HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public CompletableFuture<Answer> getLater(String path) {
        return sendLater("GET", path, null);
    }

    public CompletableFuture<Answer> sendLater(String method, String path, @Nullable String body) {
        HttpRequest request = request(method, path, body);
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> checked(request, body, response));
    }

    private Answer checked(HttpRequest request, @Nullable String body, HttpResponse<String> response) {
        if (contract != null) {
            contract.check(request, body, response);
        }
        return new Answer(response);
    }

    private HttpRequest request(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(20))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null && !headers.contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        return request.build();
    }

    /** A response, with accessors for tests. */
    public record Answer(HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public JsonNode json() {
            return Json.mapper().readTree(body());
        }

        /** The fields of a problem's faults. */
        public List<String> fields() {
            return json().path("errors")
                    .valueStream()
                    .map(fault -> fault.path("field").stringValue())
                    .toList();
        }

        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        public List<String> headers(String name) {
            return response.headers().allValues(name);
        }

        public long number(String header) {
            return Long.parseLong(header(header).orElseThrow());
        }

        /** The last path segment of a problem's type. */
        public String problem() {
            return json().path("type").stringValue("").replace("/problems/", "");
        }
    }
}
