package io.plugstream.local.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.AuthenticationErrorResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.OIDCError;
import com.nimbusds.openid.connect.sdk.Prompt;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The authorization endpoint: the portal sends people here, they choose a person and return with a code. The provider
 * keeps no session.
 */
final class AuthorizationEndpoint {
    private static final Duration TIME_TO_CHOOSE = Duration.ofMinutes(10);

    private final RelyingParty portal;
    private final Issuer issuer;
    private final Grants grants;
    private final People people;
    private final Cache<String, AuthenticationRequest> pending;

    AuthorizationEndpoint(RelyingParty portal, String issuer, Grants grants, People people, Clock clock) {
        this.portal = portal;
        this.issuer = new Issuer(issuer);
        this.grants = grants;
        this.people = people;
        this.pending = Grants.expiring(TIME_TO_CHOOSE, clock);
    }

    /** Shows the choice of persons. An unknown redirect URI gets an error page instead of a redirect. */
    EndpointResponse authorize(@Nullable String query) {
        var parameters = URLUtils.parseParameters(query);
        var redirectUri = redirectUri(parameters);
        if (redirectUri.isEmpty()) {
            return SignInPage.refusal(portal);
        }
        try {
            var request = AuthenticationRequest.parse(parameters);
            var fault = fault(request);
            return fault.isPresent() ? error(redirectUri.get(), fault.get(), request.getState()) : choice(request);
        } catch (ParseException e) {
            var fault = e.getErrorObject() == null ? OAuth2Error.INVALID_REQUEST : e.getErrorObject();
            return error(redirectUri.get(), fault, state(parameters));
        }
    }

    /** Redirects to the portal as the chosen person. */
    EndpointResponse signIn(@Nullable String query) {
        var parameters = URLUtils.parseParameters(query);
        var person = people.named(single(parameters, SignInPage.PERSON).orElse(""));
        var request = single(parameters, SignInPage.REQUEST).map(pending.asMap()::remove);
        if (person.isEmpty() || request.isEmpty()) {
            return SignInPage.tooLate();
        }
        return success(request.get(), person.get());
    }

    private EndpointResponse choice(AuthenticationRequest request) {
        var name = new State();
        pending.put(name.getValue(), request);
        return SignInPage.choice(name.getValue());
    }

    private EndpointResponse success(AuthenticationRequest request, Person person) {
        var redirectUri = request.getRedirectionURI();
        var code = grants.code(person, redirectUri, request.getCodeChallenge(), request.getNonce());
        return EndpointResponse.redirect(new AuthenticationSuccessResponse(
                        redirectUri, code, null, null, request.getState(), null, issuer, ResponseMode.QUERY)
                .toURI());
    }

    private EndpointResponse error(URI redirectUri, ErrorObject error, @Nullable State state) {
        return EndpointResponse.redirect(
                new AuthenticationErrorResponse(redirectUri, error, state, issuer, ResponseMode.QUERY).toURI());
    }

    /** The requested redirect URI, if it is one of the portal's. */
    private Optional<URI> redirectUri(Map<String, List<String>> parameters) {
        boolean isPortal = single(parameters, "client_id")
                .filter(portal.id().getValue()::equals)
                .isPresent();
        return single(parameters, "redirect_uri")
                .filter(_ -> isPortal)
                .flatMap(wanted -> portal.redirectUris().stream()
                        .filter(known -> known.toString().equals(wanted))
                        .findFirst());
    }

    private static Optional<ErrorObject> fault(AuthenticationRequest request) {
        if (request.specifiesRequestObject()) {
            return Optional.of(OAuth2Error.REQUEST_NOT_SUPPORTED);
        }
        if (!ResponseType.CODE.equals(request.getResponseType())) {
            return Optional.of(OAuth2Error.UNSUPPORTED_RESPONSE_TYPE);
        }
        if (request.getResponseMode() != null && !ResponseMode.QUERY.equals(request.getResponseMode())) {
            return Optional.of(OAuth2Error.INVALID_REQUEST.setDescription("response_mode must be query"));
        }
        if (request.getCodeChallenge() == null || !CodeChallengeMethod.S256.equals(request.getCodeChallengeMethod())) {
            return Optional.of(OAuth2Error.INVALID_REQUEST.setDescription("code_challenge of S256 is required"));
        }
        if (request.getPrompt() != null && request.getPrompt().contains(Prompt.Type.NONE)) {
            return Optional.of(OIDCError.LOGIN_REQUIRED);
        }
        return Optional.empty();
    }

    private static @Nullable State state(Map<String, List<String>> parameters) {
        return single(parameters, "state").map(State::new).orElse(null);
    }

    /** The parameter's value, if it is given exactly once and is not empty. */
    static Optional<String> single(Map<String, List<String>> parameters, String name) {
        var values = parameters.getOrDefault(name, List.of());
        return values.size() == 1 && !values.getFirst().isEmpty() ? Optional.of(values.getFirst()) : Optional.empty();
    }
}
