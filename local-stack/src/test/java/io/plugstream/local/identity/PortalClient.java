package io.plugstream.local.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Signs people in as the portal does, at an identity provider of its own. */
final class PortalClient implements AutoCloseable {

    static final URI PORTAL = URI.create("http://localhost:8080");
    static final URI CALLBACK = PORTAL.resolve("/portal/callback");
    private static final Pattern LINK =
            Pattern.compile("href=\"(/sign-in\\?request=[A-Za-z0-9_-]+&amp;as=([a-z-]+))\"");

    final HttpClient http = HttpClient.newHttpClient();
    final CodeVerifier verifier = new CodeVerifier();
    private final IdentityProvider provider;

    PortalClient(Path key) {
        provider = IdentityProvider.start(0, key, List.of(PORTAL));
    }

    @Override
    public void close() {
        provider.close();
        http.close();
    }

    String organisation(String person) throws Exception {
        var token = redeemed(codeIn(signIn(person))).getOIDCTokens().getIDToken();
        return token.getJWTClaimsSet().getStringClaim("org_id");
    }

    String code() throws Exception {
        return codeIn(signIn(People.DEMONSTRATION));
    }

    static String codeIn(Map<String, String> answered) {
        return Objects.requireNonNull(answered.get("code"));
    }

    Map<String, String> signIn(String person) throws Exception {
        var response = get(link(person));
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location").orElseThrow()).startsWith(CALLBACK + "?");
        return answered(response);
    }

    static Map<String, String> answered(HttpResponse<String> response) {
        var location = URI.create(response.headers().firstValue("Location").orElseThrow());
        return URLUtils.parseParameters(location.getRawQuery()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().getFirst()));
    }

    String link(String person) throws Exception {
        return Objects.requireNonNull(links(authorize(Map.of())).get(person));
    }

    private static Map<String, String> links(HttpResponse<String> page) {
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        return LINK.matcher(page.body())
                .results()
                .collect(Collectors.toMap(
                        link -> link.group(2), link -> link.group(1).replace("&amp;", "&")));
    }

    HttpResponse<String> authorize(Map<String, String> changes) throws Exception {
        return get("/authorize?" + query(changes));
    }

    String query(Map<String, String> changes) {
        var parameters = new LinkedHashMap<>(Map.of(
                "response_type", "code",
                "client_id", "plugstream",
                "redirect_uri", CALLBACK.toString(),
                "scope", "openid profile",
                "state", "the-state",
                "nonce", "the-nonce",
                "code_challenge",
                        CodeChallenge.compute(CodeChallengeMethod.S256, verifier)
                                .getValue(),
                "code_challenge_method", "S256"));
        parameters.putAll(changes);
        return parameters.entrySet().stream()
                .filter(parameter -> !parameter.getValue().isEmpty())
                .map(parameter -> parameter.getKey() + '=' + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    OIDCTokenResponse redeemed(String code) throws Exception {
        var response = redeem(code, CALLBACK, verifier, "plugstream");
        assertThat(response.indicatesSuccess()).isTrue();
        return (OIDCTokenResponse) response.toSuccessResponse();
    }

    TokenResponse redeem(String code, URI redirectUri, @Nullable CodeVerifier shown, String client) throws Exception {
        var named = new AuthorizationCode(code);
        var grant = shown == null
                ? new AuthorizationCodeGrant(named, redirectUri)
                : new AuthorizationCodeGrant(named, redirectUri, shown);
        var request = new TokenRequest(URI.create(issuer() + "/token"), new ClientID(client), grant, new Scope());
        return OIDCTokenResponseParser.parse(request.toHTTPRequest().send());
    }

    static String refused(TokenResponse response) {
        return response instanceof TokenErrorResponse error
                ? error.getErrorObject().getCode()
                : "not refused";
    }

    IDTokenClaimsSet validated(JWT token, Nonce nonce) throws Exception {
        return new IDTokenValidator(
                        new Issuer(issuer()),
                        new ClientID("plugstream"),
                        JWSAlgorithm.ES256,
                        URI.create(issuer() + "/jwks").toURL())
                .validate(token, nonce);
    }

    HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(issuer() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    String issuer() {
        return "http://localhost:" + provider.port();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
