package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An HTTP response of one of the endpoints. */
record EndpointResponse(int status, Map<String, String> headers, String body) {
    private static final String TYPE = "Content-Type";

    /** Pages contain only links and one inline style sheet. */
    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static EndpointResponse text(int status, @Nullable String body) {
        return new EndpointResponse(status, Map.of(TYPE, "text/plain; charset=utf-8"), String.valueOf(body));
    }

    static EndpointResponse json(String body) {
        return new EndpointResponse(200, Map.of(TYPE, "application/json"), body);
    }

    static EndpointResponse page(int status, String body) {
        return new EndpointResponse(
                status, Map.of(TYPE, "text/html; charset=utf-8", "Content-Security-Policy", POLICY), body);
    }

    static EndpointResponse redirect(URI location) {
        return new EndpointResponse(302, Map.of("Location", location.toString()), "");
    }

    static EndpointResponse of(HTTPResponse response) {
        var headers = new LinkedHashMap<String, String>();
        for (var header : response.getHeaderMap().entrySet()) {
            headers.put(header.getKey(), String.join(", ", header.getValue()));
        }
        return new EndpointResponse(
                response.getStatusCode(), headers, Objects.requireNonNullElse(response.getBody(), ""));
    }

    void send(HttpExchange exchange) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        headers.forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
