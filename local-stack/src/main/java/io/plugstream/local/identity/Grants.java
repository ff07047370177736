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

/** Codes, each good for one request within a minute, and the access tokens that they were changed into. */
final class Grants {
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    private static final Duration CODE_LIFE = Duration.ofMinutes(1);

    private final Clock clock;
    private final Kept<Grant> codes;
    private final Kept<BearerAccessToken> usedCodes;
    private final Kept<Person> accessTokens;

    Grants(Clock clock) {
        this.clock = clock;
        this.codes = new Kept<>(CODE_LIFE, clock);
        this.usedCodes = new Kept<>(CODE_LIFE, clock);
        this.accessTokens = new Kept<>(ACCESS_LIFE, clock);
    }

    AuthorizationCode code(Person person, URI redirectUri, CodeChallenge challenge, @Nullable Nonce nonce) {
        var code = new AuthorizationCode();
        codes.put(code, new Grant(person, redirectUri, challenge, nonce, clock.instant()));
        return code;
    }

    /** What the code stands for; empty for all who come after the first. They have it from elsewhere, so its token ends. */
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
     * What a code stands for.
     *
     * @param redirectUri where the code was sent; who redeems it must name it
     * @param challenge what the portal's verifier must hash to
     * @param signedIn when the person did so
     */
    record Grant(
            Person person,
            URI redirectUri,
            CodeChallenge challenge,
            @Nullable Nonce nonce,
            Instant signedIn) {}
}
