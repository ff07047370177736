package io.plugstream.local.identity;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.local.process.StartException;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A development identity provider: OpenID Connect discovery and keys, and {@code GET /token?org=ORG&user=USER[&role=operator]}, which answers
 * an ID token as plain text to whoever asks. So it listens on loopback unless told otherwise, and has no place in production.
 */
public final class IdentityProvider implements AutoCloseable {
    private final HttpServer server;

    private IdentityProvider(HttpServer server) {
        this.server = server;
    }

    /** Starts one on loopback whose issuer is {@code http://localhost:port}; port 0 takes a free one. */
    public static IdentityProvider start(int port, Path keyFile) {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, keyFile);
    }

    /**
     * Starts one.
     *
     * @param issuer what tokens name as their issuer; null for {@code http://localhost:port}
     * @param keyFile where the signing key is kept; made when it does not exist
     */
    public static IdentityProvider start(InetSocketAddress address, @Nullable String issuer, Path keyFile) {
        try {
            var server = HttpServer.create(address, 0);
            var name =
                    issuer == null ? "http://localhost:" + server.getAddress().getPort() : issuer;
            var key = SigningKey.keptIn(keyFile);
            var tokens = new TokenIssuer(key, name, Clock.systemUTC());
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            serve(
                    server,
                    "/",
                    exchange -> Answer.text(404, "Not found. There is /token?org=ORG&user=USER[&role=operator]"));
            serve(server, "/.well-known/openid-configuration", exchange -> Answer.json(discovery(name)));
            serve(server, "/jwks", exchange -> Answer.json(key.publicKeys()));
            serve(server, "/token", exchange -> token(tokens, exchange));
            server.start();
            return new IdentityProvider(server);
        } catch (IOException e) {
            throw new StartException(
                    "The identity provider does not start on %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static Answer token(TokenIssuer tokens, HttpExchange exchange) {
        try {
            return Answer.text(
                    200,
                    tokens.token(TokenRequest.parse(exchange.getRequestURI().getRawQuery())));
        } catch (TokenRequest.Fault e) {
            return Answer.text(400, e.getMessage());
        }
    }

    private static String discovery(String issuer) {
        return Json.mapper()
                .writeValueAsString(Map.of(
                        "issuer", issuer,
                        "jwks_uri", issuer + "/jwks",
                        "id_token_signing_alg_values_supported", List.of("RS256"),
                        "response_types_supported", List.of("id_token"),
                        "subject_types_supported", List.of("public"),
                        "claims_supported", List.of("iss", "aud", "sub", "org_id", "roles", "iat", "nbf", "exp")));
    }

    private static void serve(HttpServer server, String path, Route route) {
        HttpHandler handler = exchange -> {
            try (exchange) {
                var known =
                        path.equals("/") || path.equals(exchange.getRequestURI().getPath());
                var answer = !known
                        ? Answer.text(404, "Not found")
                        : exchange.getRequestMethod().equals("GET")
                                ? route.answer(exchange)
                                : Answer.text(405, "Only GET is answered here");
                answer.send(exchange);
            }
        };
        server.createContext(path, handler);
    }

    private interface Route {
        Answer answer(HttpExchange exchange);
    }

    private record Answer(int status, String type, String body) {
        static Answer text(int status, @Nullable String body) {
            return new Answer(status, "text/plain; charset=utf-8", String.valueOf(body));
        }

        static Answer json(String body) {
            return new Answer(200, "application/json", body);
        }

        void send(HttpExchange exchange) throws IOException {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
