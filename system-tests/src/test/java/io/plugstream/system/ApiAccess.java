package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A platform's API, and the identity provider that it trusts. */
public interface ApiAccess {

    HttpClient HTTP = HttpClient.newHttpClient();

    URI api();

    int identityPort();

    /** An ID token; {@code more} is appended to the query of the request. */
    default String idToken(String organisation, String more) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(
                        "http://localhost:%d/token?org=%s&user=tester%s".formatted(identityPort(), organisation, more)))
                .build());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    static HttpResponse<String> send(HttpRequest request) {
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
