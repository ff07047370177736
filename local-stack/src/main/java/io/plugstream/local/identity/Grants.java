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

/** Authorization codes, each valid for one request within a minute, and the access tokens issued for them. */
final class Grants {
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    private static final Duration CODE_LIFE = Duration.ofMinutes(1);

    private final Clock clock;
    private final ExpiringMap<Grant> codes;
    private final ExpiringMap<BearerAccessToken> usedCodes;
    private final ExpiringMap<Person> accessTokens;

    Grants(Clock clock) {
        this.clock = clock;
        this.codes = new ExpiringMap<>(CODE_LIFE, clock);
        this.usedCodes = new ExpiringMap<>(CODE_LIFE, clock);
        this.accessTokens = new ExpiringMap<>(ACCESS_LIFE, clock);
    }

    AuthorizationCode code(Person person, URI redirectUri, CodeChallenge challenge, @Nullable Nonce nonce) {
        var code = new AuthorizationCode();
        codes.put(code, new Grant(person, redirectUri, challenge, nonce, clock.instant()));
        return code;
    }

    /**
     * The code's grant, or empty if the code was used before. A second use suggests a stolen code, so it revokes the
     * access token.
     */
    Optional<Grant> redeem(AuthorizationCode code) {
        var grant = codes.take(code.getValue());
        if (grant.isEmpty()) {
            usedCodes.take(code.getValue()).ifPresent(token -> accessTokens.take(token.getValue()));
        }
        return grant;
    }

    BearerAccessToken accessToken(AuthorizationCode code, Grant grant) {
        var token = new BearerAccessToken(ACCESS_LIFE.toSeconds(), null);
        accessTokens.put(token, grant.person());
        usedCodes.put(code, token);
        return token;
    }

    Optional<Person> person(String accessToken) {
        return accessTokens.get(accessToken);
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
