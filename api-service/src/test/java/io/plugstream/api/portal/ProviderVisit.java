package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A person's browser at a {@link SpringProvider}. It follows redirects only within the provider. */
final class ProviderVisit implements AutoCloseable {

    private static final int MOST_STEPS = 10;
    private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
    private static final Pattern HIDDEN = Pattern.compile("<input[^>]*type=\"hidden\"[^>]*>");
    private static final Pattern ATTRIBUTE = Pattern.compile("(name|value)=\"([^\"]*)\"");

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final URI issuer;
    private HttpResponse<String> page;

    /** Opens the portal's authorization request. */
    ProviderVisit(URI issuer, URI authorize) {
        this.issuer = issuer;
        this.page = followed(HttpRequest.newBuilder(authorize));
    }

    ProviderVisit signIn(String name, String password) {
        return submit(Map.of("username", name, "password", password));
    }

    /** Consents to the portal's request for the name. */
    ProviderVisit agree() {
        return submit(Map.of("scope", "profile"));
    }

    /** Submits the consent form without a tick, as the page's cancel button does. */
    ProviderVisit disagree() {
        return submit(Map.of());
    }

    /** The present page's text. */
    String text() {
        assertThat(page.statusCode()).isEqualTo(200);
        return page.body();
    }

    /** The URL outside the provider that the page redirects to. */
    URI callback() {
        return location(page);
    }

    private ProviderVisit submit(Map<String, String> filledIn) {
        Matcher form = FORM.matcher(text());
        assertThat(form.find()).as(text()).isTrue();
        Map<String, String> fields = hidden();
        fields.putAll(filledIn);
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + '=' + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        page = followed(HttpRequest.newBuilder(page.uri().resolve(form.group(1)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        return this;
    }

    private Map<String, String> hidden() {
        Map<String, String> fields = new LinkedHashMap<>();
        HIDDEN.matcher(text()).results().forEach(input -> {
            Map<String, String> attributes = ATTRIBUTE
                    .matcher(input.group())
                    .results()
                    .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
            fields.put(attributes.getOrDefault("name", ""), attributes.getOrDefault("value", ""));
        });
        return fields;
    }

    private HttpResponse<String> followed(HttpRequest.Builder request) {
        HttpResponse<String> response = send(request);
        for (int step = 0; step < MOST_STEPS; step++) {
            if (response.statusCode() / 100 != 3 || location(response).getPort() != issuer.getPort()) {
                return response;
            }
            response = send(HttpRequest.newBuilder(location(response)));
        }
        throw new AssertionError("still at " + response.uri());
    }

    private static URI location(HttpResponse<String> response) {
        return response.uri().resolve(response.headers().firstValue("Location").orElseThrow());
    }

    /** Accepts HTML, because the provider returns pages only then. */
    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(
                    request.header("Accept", "text/html")
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
