package io.plugstream.api.platform;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An identity provider that can issue tokens with any kind of fault. */
public final class TokenProvider {

    private final HttpServer server;
    private final ECKey key;
    private final RSAKey rsaKey;
    private final AtomicInteger keyFetches = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile CountDownLatch silence = new CountDownLatch(0);
    private volatile boolean failing;

    public TokenProvider() {
        try {
            this.key = new ECKeyGenerator(Curve.P_256).keyID("test-key").generate();
            this.rsaKey = new RSAKeyGenerator(2048).keyID("test-rsa-key").generate();
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        serve("/.well-known/openid-configuration", () -> """
                {"issuer":"%1$s","jwks_uri":"%1$s/jwks"}""".formatted(issuer()));
        serve("/jwks", () -> {
            keyFetches.incrementAndGet();
            return new JWKSet(List.of(key, rsaKey)).toString(true);
        });
        server.start();
    }

    public String issuer() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Answers nothing until {@code end}. */
    public void fallSilentUntil(CountDownLatch end) {
        silence = end;
    }

    /** Answers everything with 500 from now on. */
    public void fail() {
        failing = true;
    }

    /** How often it answered with 500. */
    public int failures() {
        return failures.get();
    }

    /** How often the keys were fetched. */
    public int keyFetches() {
        return keyFetches.get();
    }

    /** Another valid key of the provider. */
    public RSAKey rsaKey() {
        return rsaKey;
    }

    /** A valid token. */
    public String token(String organisation) {
        return token(claims -> claims.claim("org_id", organisation));
    }

    public String operator() {
        return token(claims -> claims.claim("roles", List.of("operator")));
    }

    /** A token with changed claims. */
    public String token(UnaryOperator<JWTClaimsSet.Builder> change) {
        try {
            return signed(
                    new JWSHeader.Builder(JWSAlgorithm.ES256)
                            .keyID(key.getKeyID())
                            .build(),
                    new ECDSASigner(key),
                    change);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A token with a chosen header and signature and changed claims. */
    public String signed(JWSHeader header, JWSSigner signer, UnaryOperator<JWTClaimsSet.Builder> change)
            throws JOSEException {
        SignedJWT token = new SignedJWT(header, change.apply(usual()).build());
        token.sign(signer);
        return token.serialize();
    }

    public JWTClaimsSet.Builder usual() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience("plugstream")
                .subject("user-1")
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3600)));
    }

    private void serve(String path, java.util.function.Supplier<String> body) {
        server.createContext(path, exchange -> {
            try (exchange) {
                silence.await();
                if (failing) {
                    failures.incrementAndGet();
                    exchange.sendResponseHeaders(500, -1);
                    return;
                }
                byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
