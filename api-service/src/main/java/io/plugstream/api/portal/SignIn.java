package io.plugstream.api.portal;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.validators.IDTokenClaimsVerifier;
import io.plugstream.api.access.IdTokens;
import io.plugstream.api.access.IdentityProperties;
import io.plugstream.api.access.PortalSession;
import io.plugstream.api.organisation.Organisations;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Verifies the identity provider's authorization response and creates a session. */
@Component
class SignIn {

    private static final Logger log = LoggerFactory.getLogger(SignIn.class);
    private static final int CLOCK_SKEW_SECONDS = 60;
    private static final int LONGEST_SUBJECT = 255;
    private static final int LONGEST_NAME = 200;

    private final Provider provider;
    private final IdTokens tokens;
    private final IdentityProperties identity;
    private final Organisations organisations;
    private final SessionTable sessions;
    private final SecureRandom random = new SecureRandom();

    SignIn(
            Provider provider,
            IdTokens tokens,
            IdentityProperties identity,
            Organisations organisations,
            SessionTable sessions) {
        this.provider = provider;
        this.tokens = tokens;
        this.identity = identity;
        this.organisations = organisations;
        this.sessions = sessions;
    }

    /**
     * Completes an attempt with a new session, never with an older one of the browser (session fixation). Empty if the
     * response is not valid.
     */
    Mono<SessionSecret> complete(SignInAttempt attempt, AuthorizationResponse response) {
        AuthorizationCode code = response.code();
        if (code == null || !attempt.isAnsweredBy(response.state())) {
            return Mono.empty();
        }
        return provider.namesItself()
                .filter(namesItself -> response.isFrom(identity.issuer().toString(), namesItself))
                .flatMap(_ -> provider.redeem(code, attempt))
                .flatMap(tokens::verify)
                .filter(token -> isOf(attempt, token.claims()))
                .flatMap(token -> Mono.justOrEmpty(person(token)))
                .flatMap(this::begin);
    }

    private Mono<SessionSecret> begin(SignedIn person) {
        SessionSecret secret = SessionSecret.generate(random);
        return known(person)
                .then(Mono.defer(() -> sessions.begin(secret, person)))
                .doOnNext(session -> log.info(
                        "{} of organisation {} signed in to the portal", session.subject(), organisation(session)))
                .thenReturn(secret);
    }

    private Mono<Void> known(SignedIn person) {
        String organisationId = person.organisationId();
        return organisationId == null
                ? Mono.empty()
                : organisations.findOrCreate(organisationId).then();
    }

    private boolean isOf(SignInAttempt attempt, JWTClaimsSet claims) {
        try {
            new IDTokenClaimsVerifier(
                            new Issuer(identity.issuer()), provider.clientId(), attempt.nonce(), CLOCK_SKEW_SECONDS)
                    .verify(claims, null);
            return isForThisClient(claims);
        } catch (BadJWTException e) {
            log.warn("Rejected a sign-in because of its ID token: {}", e.getMessage());
            return false;
        }
    }

    /** A token with several audiences names the client it was issued to (OpenID Connect Core, 3.1.3.7). */
    private boolean isForThisClient(JWTClaimsSet claims) {
        Object party = claims.getClaim("azp");
        boolean isOurs = party == null
                ? claims.getAudience().size() == 1
                : identity.audience().equals(party);
        if (!isOurs) {
            log.warn("Rejected a sign-in because its ID token was issued to another client");
        }
        return isOurs;
    }

    private static @Nullable SignedIn person(IdTokens.IdToken token) {
        String subject = token.subject();
        boolean storable =
                subject.length() <= LONGEST_SUBJECT && subject.chars().noneMatch(Character::isISOControl);
        return storable ? new SignedIn(subject, name(token.claims()), token.organisationId(), token.operator()) : null;
    }

    private static @Nullable String name(JWTClaimsSet claims) {
        if (!(claims.getClaim("name") instanceof String name)) {
            return null;
        }
        String shown = name.codePoints()
                .filter(character -> !Character.isISOControl(character))
                .limit(LONGEST_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return shown.isBlank() ? null : shown;
    }

    private static String organisation(PortalSession session) {
        String id = session.organisationId();
        return id == null ? "none" : id;
    }
}
