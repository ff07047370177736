package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.plugstream.api.access.IdTokens.IdToken;
import io.plugstream.api.access.IdTokens.KeyTimes;
import io.plugstream.api.platform.TokenProvider;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdTokensTest {

    private static final int GUESSES = 40;

    private final TokenProvider provider = new TokenProvider();
    private final IdentityProperties identity =
            new IdentityProperties(URI.create(provider.issuer()), "plugstream", "org_id", "roles", "operator", false);
    private final IdTokens tokens = new IdTokens(identity, Clock.systemUTC());

    @Test
    void tokensOfUnknownKeysDoNotDelayOthersWhileTheProviderIsSilent() throws JOSEException {
        assertThat(tokens.verify(provider.token("acme")).block()).isNotNull();
        String guess = withMadeUpKey();
        CountDownLatch silence = new CountDownLatch(1);
        provider.fallSilentUntil(silence);
        try {
            List<CompletableFuture<IdToken>> guesses = Stream.generate(() -> tokens.verify(guess))
                    .limit(GUESSES)
                    .map(verification -> verification.toFuture())
                    .toList();

            assertThat(tokens.verify(provider.token("acme")).block()).isNotNull();
            assertThat(guesses)
                    .filteredOn(verification -> !verification.isDone())
                    .hasSizeGreaterThan(GUESSES / 2);
        } finally {
            silence.countDown();
        }
    }

    @Test
    void knownKeysVerifyTokensWhileTheProviderFails() {
        KeyTimes shortTimes = new KeyTimes(
                Duration.ofMillis(1_000), Duration.ofMillis(300), Duration.ofMillis(500), Duration.ofMillis(100));
        IdTokens impatient = new IdTokens(identity, Clock.systemUTC(), shortTimes);
        assertThat(impatient.verify(provider.token("acme")).block()).isNotNull();
        provider.fail();

        await().failFast(
                        "a token is refused",
                        () -> impatient.verify(provider.token("acme")).block() == null)
                .until(() -> provider.failures() > 3);
    }

    private String withMadeUpKey() throws JOSEException {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("made-up").generate();
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build();
        return provider.signed(header, new ECDSASigner(key), claims -> claims.claim("org_id", "acme"));
    }
}
