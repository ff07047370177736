package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Redirects to the portal after sign-out. The provider has no session to end. */
final class SignOutEndpoint {
    private final RelyingParty portal;

    SignOutEndpoint(RelyingParty portal) {
        this.portal = portal;
    }

    EndpointResponse signOut(@Nullable String query) {
        try {
            var request = LogoutRequest.parse(URLUtils.parseParameters(query));
            var back = request.getPostLogoutRedirectionURI();
            return back != null && portal.signedOutUris().contains(back)
                    ? EndpointResponse.redirect(back(back, request))
                    : SignInPage.signedOut();
        } catch (ParseException e) {
            return SignInPage.signedOut();
        }
    }

    private static URI back(URI address, LogoutRequest request) {
        var state = request.getState();
        return state == null
                ? address
                : URI.create(address + "?" + URLUtils.serializeParameters(Map.of("state", List.of(state.getValue()))));
    }
}
