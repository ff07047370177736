package io.plugstream.api.portal;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.plugstream.api.access.DiscoveryDocument;
import io.plugstream.api.access.IdentityProperties;
import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.http.BlockingCall;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The identity provider's sign-in and sign-out. Its discovery document is fetched again after five minutes. Sign-ins
 * share a fetch in progress, so that a silent provider does not occupy all threads.
 */
@Component
class Provider {

    private static final Logger log = LoggerFactory.getLogger(Provider.class);
    private static final Duration METADATA_FRESH = Duration.ofMinutes(5);

    /** How long the former document serves after a failed fetch. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private static final int CONNECT_MS = 2_000;
    private static final int READ_MS = 5_000;
    private static final int LARGEST = 256 * 1024;

    /** How long a sign-in waits for a thread and the answer. */
    private static final Duration LONGEST_REDEMPTION = Duration.ofSeconds(10);

    private static final int THREADS = 8;
    private static final int QUEUE = 1_000;

    private final IdentityProperties identity;
    private final PortalProperties portal;
    private final DefaultResourceRetriever retriever = new DefaultResourceRetriever(CONNECT_MS, READ_MS, LARGEST);
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, "sign-in", 60, true);
    private final Mono<OIDCProviderMetadata> metadata;
    private final Duration longestRedemption;
    private volatile @Nullable OIDCProviderMetadata former;

    @Autowired
    Provider(IdentityProperties identity, PortalProperties portal) {
        this(identity, portal, LONGEST_REDEMPTION);
    }

    Provider(IdentityProperties identity, PortalProperties portal, Duration longestRedemption) {
        this.identity = identity;
        this.portal = portal;
        this.longestRedemption = longestRedemption;
        this.metadata = BlockingCall.on(threads, this::ask)
                .cache(Known::fresh, _ -> Duration.ZERO, () -> Duration.ZERO)
                .map(Known::metadata);
    }

    /** This client's id at the provider, which is the audience of its ID tokens. */
    ClientID clientId() {
        return new ClientID(identity.audience());
    }

    /** The authorization URL for this attempt. */
    Mono<URI> signIn(SignInAttempt attempt) {
        return metadata.map(found -> new AuthenticationRequest.Builder(
                        ResponseType.CODE, new Scope(portal.scopes().toArray(String[]::new)), clientId(), callback())
                .endpointURI(found.getAuthorizationEndpointURI())
                .state(attempt.state())
                .nonce(attempt.nonce())
                .codeChallenge(attempt.verifier(), CodeChallengeMethod.S256)
                .build()
                .toURI());
    }

    /** Exchanges a code for an ID token, which is not verified yet. Fails with {@link ProviderFault}. */
    Mono<String> redeem(AuthorizationCode code, SignInAttempt attempt) {
        return metadata.flatMap(found -> BlockingCall.on(threads, () -> redeem(found, code, attempt)))
                .timeout(longestRedemption)
                .onErrorMap(TimeoutException.class, ProviderFault::unavailable);
    }

    /** Whether authorization responses contain the {@code iss} parameter (RFC 9207). */
    Mono<Boolean> namesItself() {
        return metadata.map(OIDCProviderMetadata::supportsAuthorizationResponseIssuerParam);
    }

    /** The URL where a browser ends the provider's session, too; empty if the provider has no such endpoint. */
    Mono<URI> signOut() {
        return metadata.flatMap(found -> Mono.justOrEmpty(found.getEndSessionEndpointURI()))
                .map(end -> new LogoutRequest(end, null, null, clientId(), signedOut(), null, null).toURI());
    }

    private String redeem(OIDCProviderMetadata found, AuthorizationCode code, SignInAttempt attempt)
            throws ProviderFault {
        HTTPRequest request = tokenRequest(found, new AuthorizationCodeGrant(code, callback(), attempt.verifier()))
                .toHTTPRequest();
        request.setConnectTimeout(CONNECT_MS);
        request.setReadTimeout(READ_MS);
        request.setFollowRedirects(false);
        try {
            TokenResponse response = OIDCTokenResponseParser.parse(request.send());
            if (response instanceof OIDCTokenResponse tokens) {
                return tokens.getOIDCTokens().getIDTokenString();
            }
            ErrorObject error = response.toErrorResponse().getErrorObject();
            throw ProviderFault.refused("it rejects the code: " + error.getCode());
        } catch (ParseException e) {
            throw ProviderFault.refused("it returned an invalid token response");
        } catch (IOException e) {
            throw ProviderFault.unavailable(e);
        }
    }

    private TokenRequest tokenRequest(OIDCProviderMetadata found, AuthorizationCodeGrant grant) {
        URI endpoint = found.getTokenEndpointURI();
        ClientAuthentication proof = proof(found);
        return proof == null
                ? new TokenRequest(endpoint, clientId(), grant, new Scope())
                : new TokenRequest(endpoint, proof, grant, new Scope());
    }

    /** Basic authentication, OpenID Connect's default, unless the provider supports only POST. */
    private @Nullable ClientAuthentication proof(OIDCProviderMetadata found) {
        String secret = portal.clientSecret();
        if (secret == null || secret.isEmpty()) {
            return null;
        }
        List<ClientAuthenticationMethod> methods = found.getTokenEndpointAuthMethods();
        boolean byBody = methods != null
                && methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                && !methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        return byBody
                ? new ClientSecretPost(clientId(), new Secret(secret))
                : new ClientSecretBasic(clientId(), new Secret(secret));
    }

    /** Keeps the former metadata while the provider does not answer. */
    private Known ask() throws ProviderFault {
        try {
            OIDCProviderMetadata found = OIDCProviderMetadata.parse(DiscoveryDocument.fetch(identity, retriever));
            check(found);
            former = found;
            return new Known(found, METADATA_FRESH);
        } catch (IOException | ParseException | java.text.ParseException | IllegalArgumentException e) {
            OIDCProviderMetadata present = former;
            if (present == null) {
                throw ProviderFault.unavailable(e);
            }
            log.warn(
                    "Failed to fetch the identity provider's discovery document; still using the former one: {}",
                    e.toString());
            return new Known(present, PAUSE);
        }
    }

    private void check(OIDCProviderMetadata found) throws ParseException {
        for (URI endpoint : new @Nullable URI[] {found.getAuthorizationEndpointURI(), found.getTokenEndpointURI()}) {
            if (endpoint == null || !identity.isAllowed(endpoint)) {
                throw new ParseException("discovery document names no safe endpoints for a code flow");
            }
        }
    }

    private URI callback() {
        return at("/portal/callback");
    }

    private URI signedOut() {
        return at("/portal");
    }

    private URI at(String path) {
        return Objects.requireNonNull(portal.url()).resolve(path);
    }

    private record Known(OIDCProviderMetadata metadata, Duration fresh) {}
}
