package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderKeysTest {

    private final AtomicInteger keyFetches = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(0), 0);
        serve("/jwks", "{\"keys\":[]}", keyFetches::incrementAndGet);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void keysAreFetchedFromTheDiscoveredAddress() throws KeySourceException {
        ProviderKeys keys = discovering(at("localhost") + "/jwks");

        assertThat(fetch(keys).isEmpty()).isTrue();
        assertThat(keys.everFetched()).isTrue();
        assertThat(keyFetches).hasValue(1);
    }

    /** 127.0.0.2 leads to this machine, but counts as another one. */
    @Test
    void keysAreNotFetchedUnencryptedFromAnotherMachine() {
        ProviderKeys keys = discovering(at("127.0.0.2") + "/jwks");

        assertThatThrownBy(() -> fetch(keys))
                .isInstanceOf(JWKSetUnavailableException.class)
                .hasMessageContaining("no safe jwks_uri");
        assertThat(keys.everFetched()).isFalse();
        assertThat(keyFetches).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/jwks", "file:///jwks"})
    void addressesOfOtherSchemesAreNotFetched(String address) {
        ProviderKeys keys = discovering(address);

        assertThatThrownBy(() -> fetch(keys))
                .isInstanceOf(JWKSetUnavailableException.class)
                .hasMessageContaining("no safe jwks_uri");
    }

    @Test
    void keysAreFetchedBeforeTheFirstToken() {
        // The set of keys is empty, so Nimbus fetches it once more.
        serveDiscovery(at("localhost") + "/jwks");

        new IdTokens(identity(), Clock.systemUTC()).fetchKeys();

        await().untilAsserted(() -> assertThat(keyFetches).hasPositiveValue());
    }

    private static JWKSet fetch(ProviderKeys keys) throws KeySourceException {
        return keys.getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), 0, null);
    }

    /** The keys of a provider on this machine whose discovery document names {@code keysAddress}. */
    private ProviderKeys discovering(String keysAddress) {
        serveDiscovery(keysAddress);
        return new ProviderKeys(identity());
    }

    private void serveDiscovery(String keysAddress) {
        serve("/.well-known/openid-configuration", """
                {"issuer":"%s","jwks_uri":"%s"}""".formatted(at("localhost"), keysAddress), () -> {});
    }

    private IdentityProperties identity() {
        return new IdentityProperties(URI.create(at("localhost")), "plugstream", "org_id", "roles", "operator", false);
    }

    private String at(String host) {
        return "http://" + host + ':' + server.getAddress().getPort();
    }

    private void serve(String path, String json, Runnable onCall) {
        server.createContext(path, exchange -> {
            try (exchange) {
                onCall.run();
                byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
    }
}
