package io.plugstream.plug.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A client of the API at one address, with one key. */
public final class Api {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int LONGEST_PROBLEM = 64 * 1024;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final URI address;
    private final ApiKey key;

    /** @param address where the API's paths begin; it may have a path itself */
    public Api(URI address, ApiKey key) {
        this.address = address;
        this.key = key;
    }

    public ApiKey key() {
        return key;
    }

    /** A path with one percent-encoded part. */
    public static String path(String before, String part, String after) {
        return before + encoded(part).replace("+", "%20") + after;
    }

    /** A query string; empty without parameters. */
    public static String query(Map<String, String> parameters) {
        var query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + '=' + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : '?' + query;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Sends a GET and returns the JSON of its answer.
     *
     * @throws Failure if the status is not 2xx
     */
    public JsonNode get(String path) throws Failure, InterruptedException {
        return call(request(path).timeout(ANSWER).GET().build());
    }

    /**
     * Sends a POST and returns the JSON of its answer.
     *
     * @throws Failure if the status is not 2xx
     */
    public JsonNode post(String path, JsonNode body) throws Failure, InterruptedException {
        return call(request(path)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(body)))
                .build());
    }

    private JsonNode call(HttpRequest request) throws Failure, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString());
        } catch (HttpConnectTimeoutException e) {
            throw unreachable(e);
        } catch (HttpTimeoutException _) {
            throw new Failure(
                    Failure.Kind.UNREACHABLE,
                    "%s did not answer within %d seconds.%s"
                            .formatted(
                                    address,
                                    ANSWER.toSeconds(),
                                    request.method().equals("GET") ? "" : " It may have done what was asked."));
        } catch (IOException e) {
            throw unreachable(e);
        }
        if (response.statusCode() / 100 != 2) {
            throw refused(response.statusCode(), response.body());
        }
        try {
            return Json.read(response.body());
        } catch (JacksonException e) {
            throw new Failure(Failure.Kind.REFUSED, "%s answered something that is not JSON.".formatted(address));
        }
    }

    /**
     * Opens a stream of server-sent events; the response may have any status.
     *
     * @param lastEventId null for none
     */
    public HttpResponse<InputStream> stream(String path, @Nullable String lastEventId)
            throws IOException, InterruptedException {
        // Limits the time until the headers arrive; the stream itself has no end.
        var request = request(path).timeout(ANSWER).header("Accept", "text/event-stream, application/problem+json");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        return http.send(request.GET().build(), BodyHandlers.ofInputStream());
    }

    /** Why a stream was refused. */
    public static Failure refused(HttpResponse<InputStream> response) throws IOException {
        try (var body = response.body()) {
            return refused(response.statusCode(), new String(body.readNBytes(LONGEST_PROBLEM), StandardCharsets.UTF_8));
        }
    }

    public Failure unreachable(IOException cause) {
        return new Failure(
                Failure.Kind.UNREACHABLE,
                "%s cannot be reached: %s. Is PLUGSTREAM_URL right?".formatted(address, inWords(cause)));
    }

    /** Why there is no connection. Java's client gives a refused connection no message. */
    public static String inWords(IOException cause) {
        var message = cause.getMessage();
        if (message != null) {
            return message;
        }
        return cause instanceof ConnectException
                ? "nobody listens there"
                : cause.getClass().getSimpleName();
    }

    private static Failure refused(int status, String body) {
        var kind = status == 401 || status == 403 ? Failure.Kind.NOT_AUTHORISED : Failure.Kind.REFUSED;
        return new Failure(kind, Problem.inWords(status, body));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address.toString().replaceFirst("/+$", "") + path))
                .header("X-API-Key", key.header());
    }
}
