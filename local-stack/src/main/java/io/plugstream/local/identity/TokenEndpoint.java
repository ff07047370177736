package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import java.util.Optional;

/** The token endpoint, which exchanges codes for tokens. */
final class TokenEndpoint {
    private final RelyingParty portal;
    private final Grants grants;
    private final TokenIssuer tokens;

    TokenEndpoint(RelyingParty portal, Grants grants, TokenIssuer tokens) {
        this.portal = portal;
        this.grants = grants;
        this.tokens = tokens;
    }

    EndpointResponse token(HTTPRequest request) {
        try {
            var parsed = TokenRequest.parse(request);
            if (parsed.getClientAuthentication() != null || !portal.id().equals(parsed.getClientID())) {
                return refusal(OAuth2Error.INVALID_CLIENT);
            }
            return parsed.getAuthorizationGrant() instanceof AuthorizationCodeGrant grant
                    ? redeem(grant)
                    : refusal(OAuth2Error.UNSUPPORTED_GRANT_TYPE);
        } catch (ParseException e) {
            return refusal(e.getErrorObject() == null ? OAuth2Error.INVALID_REQUEST : e.getErrorObject());
        }
    }

    private EndpointResponse redeem(AuthorizationCodeGrant grant) {
        return grants.redeem(grant.getAuthorizationCode())
                .filter(known -> matches(known, grant))
                .map(known -> {
                    var access = grants.accessToken();
                    return EndpointResponse.of(
                            new OIDCTokenResponse(new OIDCTokens(tokens.token(known, access), access, null))
                                    .toHTTPResponse());
                })
                .orElseGet(() -> refusal(OAuth2Error.INVALID_GRANT));
    }

    private static boolean matches(Grants.Grant known, AuthorizationCodeGrant shown) {
        return known.redirectUri().equals(shown.getRedirectionURI())
                && Optional.ofNullable(shown.getCodeVerifier())
                        .map(verifier -> CodeChallenge.compute(CodeChallengeMethod.S256, verifier))
                        .filter(known.challenge()::equals)
                        .isPresent();
    }

    private static EndpointResponse refusal(ErrorObject error) {
        return EndpointResponse.of(new TokenErrorResponse(error).toHTTPResponse());
    }
}
