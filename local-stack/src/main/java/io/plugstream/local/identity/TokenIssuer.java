package io.plugstream.local.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;

/** Issues ID tokens that are valid for an hour. */
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

    /** An ID token for {@code person}. */
    String token(Person person) {
        return signed(claims(person).build()).serialize();
    }

    /** The ID token of a sign-in, bound to the portal's nonce and to the access token {@code beside} it. */
    SignedJWT token(Grants.Grant grant, AccessToken beside) {
        var claims = claims(grant.person())
                .claim("auth_time", grant.signedIn().getEpochSecond())
                .claim(
                        "at_hash",
                        AccessTokenHash.compute(beside, SigningKey.ALGORITHM, null)
                                .getValue());
        var nonce = grant.nonce();
        if (nonce != null) {
            claims.claim("nonce", nonce.getValue());
        }
        return signed(claims.build());
    }

    private SignedJWT signed(JWTClaimsSet claims) {
        var header = new JWSHeader.Builder(SigningKey.ALGORITHM)
                .type(JOSEObjectType.JWT)
                .keyID(key.key().getKeyID())
                .build();
        var token = new SignedJWT(header, claims);
        try {
            token.sign(new ECDSASigner(key.key()));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token;
    }

    private JWTClaimsSet.Builder claims(Person person) {
        var now = clock.instant();
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(AUDIENCE)
                .subject(person.subject())
                .claim("name", person.name())
                .claim("org_id", person.organisation())
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFE)));
        if (person.operator()) {
            claims.claim("roles", List.of("operator"));
        }
        return claims;
    }
}
