package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The parts of a browser that a sign-in needs: it keeps the portal's cookies and sends the headers of origin. Tests
 * follow redirects themselves, and can replace every header, as an attacker would.
 */
final class Browser {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI portal;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    Browser(URI portal) {
        this.portal = portal;
    }

    Map<String, String> cookies() {
        return cookies;
    }

    /** The same cookies at another replica. */
    Browser at(URI replica) {
        Browser other = new Browser(replica);
        other.cookies.putAll(cookies);
        return other;
    }

    /** Signs in with a click on the link that names {@code person}. */
    Browser signIn(String person) {
        Page back = get(callback(person));
        assertThat(back.status()).as(back.body()).isEqualTo(303);
        assertThat(cookies).containsKey("plugstream").doesNotContainKey("plugstream-sign-in");
        return this;
    }

    /** Starts a sign-in; returns the address that the provider sends the browser back to. */
    URI callback(String person) {
        Page begun = get("/portal/sign-in");
        assertThat(begun.status()).as(begun.body()).isEqualTo(303);
        return chosen(begun.location(), person);
    }

    /** The provider's answer to a browser that opens the address and clicks on {@code person}. */
    static URI chosen(URI authorize, String person) {
        Page page = send(HttpRequest.newBuilder(authorize).build());
        Matcher link = Pattern.compile("href=\"([^\"]+as=" + person + ")\"").matcher(page.body());
        assertThat(link.find()).as(page.body()).isTrue();
        URI choice = authorize.resolve(link.group(1).replace("&amp;", "&"));
        return send(HttpRequest.newBuilder(choice).build()).location();
    }

    Page get(String path) {
        return get(portal.resolve(path));
    }

    Page get(URI address) {
        return kept(send(request(address).build()));
    }

    /** The status of a response that the browser does not wait for. */
    CompletableFuture<Integer> statusLater(String path) {
        return HTTP.sendAsync(request(portal.resolve(path)).build(), HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode);
    }

    /** Calls the API as the portal's own pages do. */
    Page call(String method, String path, @Nullable String json) {
        return call(method, path, json, Map.of("Sec-Fetch-Site", "same-origin", "Origin", portal.toString()));
    }

    Page call(String method, String path, @Nullable String json, Map<String, String> headers) {
        HttpRequest.Builder request = request(portal.resolve(path))
                .method(
                        method,
                        json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json));
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        return kept(send(request.build()));
    }

    private HttpRequest.Builder request(URI address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20));
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + '=' + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return request;
    }

    private Page kept(Page page) {
        page.setCookies().stream()
                .flatMap(line -> HttpCookie.parse(line).stream())
                .forEach(cookie -> {
                    if (cookie.getMaxAge() == 0) {
                        cookies.remove(cookie.getName());
                    } else {
                        cookies.put(cookie.getName(), cookie.getValue());
                    }
                });
        return page;
    }

    private static Page send(HttpRequest request) {
        try {
            return new Page(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A response. */
    record Page(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        JsonNode json() {
            return Json.mapper().readTree(body());
        }

        String problem() {
            return json().path("type").stringValue("").replace("/problems/", "");
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        List<String> setCookies() {
            return response.headers().allValues("Set-Cookie");
        }

        URI location() {
            return URI.create(header("Location").orElseThrow());
        }
    }
}
