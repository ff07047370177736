package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.Subject;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.token.BearerTokenError;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.UserInfoErrorResponse;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoSuccessResponse;
import com.nimbusds.openid.connect.sdk.claims.UserInfo;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import java.util.Optional;

/** The token endpoint, which exchanges codes for tokens, and the UserInfo endpoint. */
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

    EndpointResponse userInfo(HTTPRequest request) {
        try {
            var token = UserInfoRequest.parse(request).getAccessToken();
            return grants.person(token.getValue())
                    .map(TokenEndpoint::userInfo)
                    .orElseGet(() -> bearerRefusal(BearerTokenError.INVALID_TOKEN));
        } catch (ParseException e) {
            return bearerRefusal(
                    e.getErrorObject() instanceof BearerTokenError error ? error : BearerTokenError.MISSING_TOKEN);
        }
    }

    private EndpointResponse redeem(AuthorizationCodeGrant grant) {
        var code = grant.getAuthorizationCode();
        return grants.redeem(code)
                .filter(known -> matches(known, grant))
                .map(known -> {
                    var access = grants.accessToken(code, known);
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

    private static EndpointResponse userInfo(Person person) {
        var info = new UserInfo(new Subject(person.subject()));
        info.setName(person.name());
        info.setClaim("org_id", person.organisation());
        return EndpointResponse.of(new UserInfoSuccessResponse(info).toHTTPResponse());
    }

    private static EndpointResponse refusal(ErrorObject error) {
        return EndpointResponse.of(new TokenErrorResponse(error).toHTTPResponse());
    }

    private static EndpointResponse bearerRefusal(BearerTokenError error) {
        return EndpointResponse.of(new UserInfoErrorResponse(error).toHTTPResponse());
    }
}
