package io.plugstream.api.portal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.api.platform.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An identity provider that returns any ID token a test wants for a code. */
final class UntrustedProvider implements AutoCloseable {

    private final HttpServer server;
    private final RSAKey key = Platform.get().tokens().rsaKey();
    private volatile int status = 200;
    private volatile String answer = "";
    private volatile @Nullable String authorization;
    private final AtomicInteger tokenRequests = new AtomicInteger();
    private volatile CountDownLatch silence = new CountDownLatch(0);

    UntrustedProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/.well-known/openid-configuration", exchange -> send(exchange, 200, """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
                 "jwks_uri":"%1$s/jwks","response_types_supported":["code"],"subject_types_supported":["public"],
                 "id_token_signing_alg_values_supported":["RS256"]}""".formatted(issuer())));
        server.createContext("/jwks", exchange -> send(exchange, 200, new JWKSet(key.toPublicJWK()).toString()));
        server.createContext("/token", exchange -> {
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            tokenRequests.incrementAndGet();
            await(silence);
            send(exchange, status, answer);
        });
        server.start();
    }

    /** A key with the id of the provider's. */
    RSAKey foreignKey() {
        try {
            return new RSAKeyGenerator(2048).keyID(key.getKeyID()).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        try (exchange) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    String issuer() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The Authorization header of the last token request; null with PKCE alone. */
    @Nullable
    String authorization() {
        return authorization;
    }

    /** Sets the response to the next token requests. */
    void answer(int nextStatus, String json) {
        status = nextStatus;
        answer = json;
    }

    void answerToken(String idToken) {
        answer(200, """
                {"access_token":"a","token_type":"Bearer","expires_in":60,"id_token":"%s"}""".formatted(idToken));
    }

    /** Keeps further token requests waiting until {@code end} is at zero. */
    void fallSilentUntil(CountDownLatch end) {
        silence = end;
    }

    int tokenRequests() {
        return tokenRequests.get();
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Claims that are entirely valid. */
    JWTClaimsSet.Builder claims(String nonce) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience("plugstream")
                .subject("ada")
                .claim("org_id", "acme")
                .claim("nonce", nonce)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(60)));
    }

    String signed(JWTClaimsSet claims) {
        return signed(claims, key);
    }

    String signed(JWTClaimsSet claims, RSAKey by) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(key.getKeyID())
                            .build(),
                    claims);
            token.sign(new RSASSASigner(by));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
