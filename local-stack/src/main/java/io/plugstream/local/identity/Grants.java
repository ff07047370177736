package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Authorization codes, each valid for one request within a minute. */
final class Grants {
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    private static final Duration CODE_LIFE = Duration.ofMinutes(1);

    private final Clock clock;
    private final ExpiringMap<Grant> codes;

    Grants(Clock clock) {
        this.clock = clock;
        this.codes = new ExpiringMap<>(CODE_LIFE, clock);
    }

    AuthorizationCode code(Person person, URI redirectUri, CodeChallenge challenge, @Nullable Nonce nonce) {
        var code = new AuthorizationCode();
        codes.put(code, new Grant(person, redirectUri, challenge, nonce, clock.instant()));
        return code;
    }

    /** The code's grant, or empty if the code was used before. */
    Optional<Grant> redeem(AuthorizationCode code) {
        return codes.take(code.getValue());
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
