package io.plugstream.local.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;

/** Makes ID tokens that are good for an hour. */
final class TokenIssuer {
    static final String AUDIENCE = "plugstream";
    private static final Duration LIFE = Duration.ofHours(1);

    private final SigningKey key;
    private final String issuer;
    private final Clock clock;

    TokenIssuer(SigningKey key, String issuer, Clock clock) {
        this.key = key;
        this.issuer = issuer;
        this.clock = clock;
    }

    String token(TokenRequest request) {
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(JOSEObjectType.JWT)
                .keyID(key.key().getKeyID())
                .build();
        var token = new SignedJWT(header, claims(request));
        try {
            token.sign(new RSASSASigner(key.key()));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    private JWTClaimsSet claims(TokenRequest request) {
        var now = clock.instant();
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(AUDIENCE)
                .subject(request.user())
                .claim("org_id", request.organisation())
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFE)));
        if (request.operator()) {
            claims.claim("roles", List.of("operator"));
        }
        return claims.build();
    }
}
