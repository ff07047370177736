package io.plugstream.local.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Authorization codes, each valid for one request within a minute. */
final class Grants {
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    private static final Duration CODE_LIFE = Duration.ofMinutes(1);

    private final Clock clock;
    private final Cache<String, Grant> codes;

    Grants(Clock clock) {
        this.clock = clock;
        this.codes = expiring(CODE_LIFE, clock);
    }

    AuthorizationCode code(Person person, URI redirectUri, CodeChallenge challenge, @Nullable Nonce nonce) {
        var code = new AuthorizationCode();
        codes.put(code.getValue(), new Grant(person, redirectUri, challenge, nonce, clock.instant()));
        return code;
    }

    /** The code's grant, or empty if the code was used before. */
    Optional<Grant> redeem(AuthorizationCode code) {
        return Optional.ofNullable(codes.asMap().remove(code.getValue()));
    }

    /** A map whose values live for that long. It holds so many only if somebody attacks it. */
    static <V> Cache<String, V> expiring(Duration life, Clock clock) {
        return Caffeine.newBuilder()
                .maximumSize(10_000)
                .expireAfterWrite(life)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .build();
    }

    /** Belongs to the answer, but opens nothing: the platform reads the ID token. */
    BearerAccessToken accessToken() {
        return new BearerAccessToken(ACCESS_LIFE.toSeconds(), null);
    }

    /**
     * The grant behind a code.
     *
     * @param redirectUri where the code was sent; the token request must repeat it
     * @param challenge the hash that the portal's code verifier must have
     * @param signedIn when the person signed in
     */
    record Grant(
            Person person,
            URI redirectUri,
            CodeChallenge challenge,
            @Nullable Nonce nonce,
            Instant signedIn) {}
}
