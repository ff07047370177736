package io.plugstream.plug.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A client of the API at one address, with one key. */
public final class Api {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int LONGEST_ANSWER = 16 * 1024 * 1024;
    private static final int LONGEST_PROBLEM = 64 * 1024;
    private static final int UNAUTHORISED = 401;
    private static final int TOO_MANY = 429;

    private final HttpClient http;
    private final URI address;
    private final ApiKey key;
    private final @Nullable Proxy proxy;
    private final Duration limit;

    /**
     * @param address where the API's paths begin; it may have a path itself
     * @param proxy null for none
     */
    public Api(URI address, ApiKey key, @Nullable Proxy proxy) {
        this(address, key, proxy, ANSWER);
    }

    /** @param limit how long an answer may take */
    Api(URI address, ApiKey key, @Nullable Proxy proxy, Duration limit) {
        this.address = address;
        this.key = key;
        this.proxy = proxy;
        this.limit = limit;
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER);
        if (proxy != null) {
            client.proxy(ProxySelector.of(proxy.socketAddress()));
        }
        this.http = client.build();
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
     * @param field a field that every answer of the API has
     * @throws Failure if the status is not 2xx, or the answer is none of the API
     */
    public JsonNode get(String path, String field) throws Failure, InterruptedException {
        return call(request(path).GET().build(), field);
    }

    /**
     * Sends a POST and returns the JSON of its answer.
     *
     * @param field a field that every answer of the API has
     * @throws Failure if the status is not 2xx, or the answer is none of the API
     */
    public JsonNode post(String path, JsonNode body, String field) throws Failure, InterruptedException {
        return call(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(Json.write(body)))
                        .build(),
                field);
    }

    private JsonNode call(HttpRequest request, String field) throws Failure, InterruptedException {
        var response = answer(request);
        if (response.statusCode() / 100 != 2) {
            throw refused(response, response.body());
        }
        JsonNode answer;
        try {
            answer = Json.read(response.body());
        } catch (JacksonException e) {
            throw foreign("something that is not JSON");
        }
        if (!answer.hasNonNull(field)) {
            throw foreign("JSON without " + field);
        }
        return answer;
    }

    private HttpResponse<String> answer(HttpRequest request) throws Failure, InterruptedException {
        var answer = http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LONGEST_ANSWER));
        try {
            // A request's own timeout ends when the response headers arrive.
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            answer.cancel(true);
            throw unanswered(request, "did not answer within %d seconds.".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw neverBegan(failure)
                        ? unreachable(failure)
                        : unanswered(request, "gave no complete answer: %s.".formatted(inWords(failure)));
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            throw e;
        }
    }

    private Failure unanswered(HttpRequest request, String reason) {
        var doubt = request.method().equals("GET") ? "" : " It may have done what was asked.";
        return new Failure(Failure.Kind.UNREACHABLE, address + " " + reason + doubt, Duration.ZERO);
    }

    /** Whether there was no connection on which the request could have been sent. */
    private static boolean neverBegan(IOException failure) {
        for (Throwable part = failure; part != null; part = part.getCause()) {
            if (part instanceof ConnectException
                    || part instanceof HttpConnectTimeoutException
                    || part instanceof UnresolvedAddressException
                    || part instanceof SSLHandshakeException) {
                return true;
            }
        }
        return false;
    }

    /** What answers is another server, or stands between. */
    public Failure foreign(String answer) {
        return new Failure(Failure.Kind.FOREIGN, "%s answered %s. Is PLUGSTREAM_URL right?".formatted(address, answer));
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
    public Failure refused(HttpResponse<InputStream> response) throws IOException {
        try (var body = response.body()) {
            return refused(response, new String(body.readNBytes(LONGEST_PROBLEM), StandardCharsets.UTF_8));
        }
    }

    public Failure unreachable(IOException cause) {
        return new Failure(
                Failure.Kind.UNREACHABLE,
                "%s cannot be reached%s: %s. Is PLUGSTREAM_URL right?"
                        .formatted(address, proxy == null ? "" : " through the proxy " + proxy, inWords(cause)),
                Duration.ZERO);
    }

    /** Why there is no connection. Java's client gives a refused connection and an unknown host no message. */
    public static String inWords(IOException cause) {
        for (Throwable part = cause; part != null; part = part.getCause()) {
            if (part instanceof UnresolvedAddressException) {
                return "the host's name is unknown";
            }
        }
        var message = cause.getMessage();
        if (message != null) {
            return message;
        }
        return cause instanceof ConnectException
                ? "nobody listens there"
                : cause.getClass().getSimpleName();
    }

    private Failure refused(HttpResponse<?> response, String body) {
        var status = response.statusCode();
        var problem = Problem.inWords(status, body);
        var mayPass = status == TOO_MANY || status >= 500;
        if (problem.isEmpty() && !mayPass) {
            return foreign(response.headers()
                    .firstValue("Location")
                    .map(place -> "%d with the address %s".formatted(status, place))
                    .orElse(Integer.toString(status)));
        }
        var kind = switch (status) {
            case 400 -> Failure.Kind.USAGE;
            case UNAUTHORISED, 403 -> Failure.Kind.NOT_AUTHORISED;
            default -> Failure.Kind.REFUSED;
        };
        if (status == UNAUTHORISED) {
            return new Failure(
                    kind,
                    "401: the API does not accept the key %s…, which is unknown or revoked".formatted(key.prefix()));
        }
        return new Failure(kind, problem.orElse("The API answered " + status), mayPass ? retryAfter(response) : null);
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("\\d{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(Duration.ZERO);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address.toString().replaceFirst("/+$", "") + path))
                .header("X-API-Key", key.header());
    }
}
