package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A development identity provider: OpenID Connect for the portal, with a sign-in page that asks for no password, and
 * {@code GET /token?org=ORG&user=USER[&role=operator]}, which returns an ID token as plain text to anyone. It therefore
 * listens on loopback by default and must not be used in production.
 */
public final class IdentityProvider implements AutoCloseable {
    private static final int LARGEST_BODY = 64 * 1024;

    private final HttpServer server;

    private IdentityProvider(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts a provider without portals on loopback, with issuer {@code http://localhost:port}. Port 0 picks a free
     * port.
     */
    public static IdentityProvider start(int port, Path keyFile) {
        return start(port, keyFile, List.of());
    }

    /** The same, for the portals at these addresses. */
    public static IdentityProvider start(int port, Path keyFile, Collection<URI> portals) {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, null, keyFile, portals);
    }

    /**
     * Starts a provider.
     *
     * @param issuer the issuer named in tokens; null for {@code http://localhost:port}
     * @param browsers the URL under which browsers reach it; null for the issuer
     * @param keyFile the file of the signing key; created if missing
     * @param portals the addresses, such as {@code http://localhost:8080}, of the portals that people may sign in to
     */
    public static IdentityProvider start(
            InetSocketAddress address,
            @Nullable String issuer,
            @Nullable String browsers,
            Path keyFile,
            Collection<URI> portals) {
        try {
            var server = HttpServer.create(address, 0);
            var name =
                    issuer == null ? "http://localhost:" + server.getAddress().getPort() : issuer;
            var key = SigningKey.keptIn(keyFile);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            var shown = browsers == null ? name : browsers;
            routes(key, name, shown, RelyingParty.portal(portals), Clock.systemUTC())
                    .forEach((path, methods) -> server.createContext(path, exchange -> {
                        try (exchange) {
                            answer(path, methods, exchange).send(exchange);
                        }
                    }));
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

    private static Map<String, Map<String, Route>> routes(
            SigningKey key, String issuer, String browsers, RelyingParty portal, Clock clock) {
        var grants = new Grants(clock);
        var issued = new TokenIssuer(key, issuer, clock);
        var authorization = new AuthorizationEndpoint(portal, issuer, grants, new People(), clock);
        var tokens = new TokenEndpoint(portal, grants, issued);
        var signOut = new SignOutEndpoint(portal);
        return Map.of(
                "/",
                Map.of(
                        "GET",
                        _ -> EndpointResponse.text(404, "Not found. Try /token?org=ORG&user=USER[&role=operator]")),
                Discovery.CONFIGURATION,
                Map.of("GET", _ -> EndpointResponse.json(Discovery.of(issuer, browsers))),
                Discovery.KEYS,
                Map.of("GET", _ -> EndpointResponse.json(key.publicKeys())),
                Discovery.AUTHORIZE,
                Map.of("GET", exchange -> authorization.authorize(query(exchange))),
                SignInPage.PATH,
                Map.of("GET", exchange -> authorization.signIn(query(exchange))),
                Discovery.TOKEN,
                Map.of(
                        "GET",
                        exchange -> token(issued, query(exchange)),
                        "POST",
                        exchange -> tokens.token(read(exchange))),
                Discovery.END_SESSION,
                Map.of("GET", exchange -> signOut.signOut(query(exchange))));
    }

    private static EndpointResponse answer(String path, Map<String, Route> methods, HttpExchange exchange)
            throws IOException {
        if (!path.equals("/") && !path.equals(exchange.getRequestURI().getPath())) {
            return EndpointResponse.text(404, "Not found");
        }
        var route = methods.get(exchange.getRequestMethod());
        if (route == null) {
            return EndpointResponse.text(
                    405, "Only %s is allowed here".formatted(String.join(" and ", new TreeSet<>(methods.keySet()))));
        }
        try {
            return route.answer(exchange);
        } catch (ParseException e) {
            return EndpointResponse.text(400, e.getMessage());
        }
    }

    private static EndpointResponse token(TokenIssuer tokens, @Nullable String query) {
        try {
            return EndpointResponse.text(200, tokens.token(TokenQuery.parse(query)));
        } catch (TokenQuery.Fault e) {
            return EndpointResponse.text(400, e.getMessage());
        }
    }

    private static @Nullable String query(HttpExchange exchange) {
        return exchange.getRequestURI().getRawQuery();
    }

    /** Converts the request for the OpenID library. */
    private static HTTPRequest read(HttpExchange exchange) throws IOException, ParseException {
        var request = new HTTPRequest(
                HTTPRequest.Method.valueOf(exchange.getRequestMethod()),
                URI.create("http://localhost" + exchange.getRequestURI().getRawPath()));
        for (var header : exchange.getRequestHeaders().entrySet()) {
            request.setHeader(header.getKey(), header.getValue().toArray(String[]::new));
        }
        var body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            throw new ParseException("The body may have at most " + LARGEST_BODY + " bytes");
        }
        request.setBody(new String(body, StandardCharsets.UTF_8));
        return request;
    }

    private interface Route {
        EndpointResponse answer(HttpExchange exchange) throws IOException, ParseException;
    }
}
