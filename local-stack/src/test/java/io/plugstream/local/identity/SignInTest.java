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
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code flow with PKCE, as the portal and as those who would like to be it. */
class SignInTest {
    private static final URI PORTAL = URI.create("http://localhost:8080");
    private static final URI CALLBACK = PORTAL.resolve("/portal/callback");
    private static final Pattern LINK =
            Pattern.compile("href=\"(/sign-in\\?request=[A-Za-z0-9_-]+&amp;as=([a-z-]+))\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final CodeVerifier verifier = new CodeVerifier();

    /** One for all, because making a key takes time. */
    @TempDir
    static Path directory;

    private IdentityProvider provider;

    @BeforeEach
    void start() {
        provider = IdentityProvider.start(0, directory.resolve("key.json"), List.of(PORTAL));
    }

    @AfterEach
    void stop() {
        provider.close();
        http.close();
    }

    @Test
    void discoveryIsCompleteForAnOpenIdClient() throws Exception {
        var found = OIDCProviderMetadata.resolve(new Issuer(issuer()));
        assertThat(found.getAuthorizationEndpointURI()).isEqualTo(URI.create(issuer() + "/authorize"));
        assertThat(found.getTokenEndpointURI()).isEqualTo(URI.create(issuer() + "/token"));
        assertThat(found.getUserInfoEndpointURI()).isEqualTo(URI.create(issuer() + "/userinfo"));
        assertThat(found.getEndSessionEndpointURI()).isEqualTo(URI.create(issuer() + "/end-session"));
        assertThat(found.getCodeChallengeMethods()).containsExactly(CodeChallengeMethod.S256);
        assertThat(found.getResponseTypes()).hasToString("[code]");
        assertThat(found.supportsAuthorizationResponseIssuerParam()).isTrue();
    }

    @Test
    void personWhoClicksGetsATokenThatIsBoundToTheRequest() throws Exception {
        var back = signIn(People.DEMONSTRATION);
        assertThat(back).containsEntry("state", "the-state").containsEntry("iss", issuer());
        var tokens = redeemed(code(back)).getOIDCTokens();

        var claims = validated(tokens.getIDToken(), new Nonce("the-nonce"));
        assertThat(claims.getSubject().getValue()).isEqualTo("ada");
        assertThat(claims.getStringClaim("name")).isEqualTo("Ada");
        assertThat(claims.getStringClaim("org_id")).isEqualTo("demo");
        assertThat(claims.getClaim("roles")).isNull();
        assertThat(claims.getAuthenticationTime()).isNotNull();
        AccessTokenValidator.validate(tokens.getAccessToken(), JWSAlgorithm.RS256, claims.getAccessTokenHash());
    }

    @Test
    void newOrganisationIsAnotherOneEachTime() throws Exception {
        assertThat(organisation(People.NEW_ORGANISATION))
                .startsWith("org-")
                .isNotEqualTo(organisation(People.NEW_ORGANISATION));
    }

    @Test
    void operatorHasTheRole() throws Exception {
        var token = redeemed(code(signIn(People.OPERATOR))).getOIDCTokens().getIDToken();
        assertThat(token.getJWTClaimsSet().getStringListClaim("roles")).containsExactly("operator");
    }

    @Test
    void userInfoTellsWhoseTheAccessTokenIs() throws Exception {
        var tokens = redeemed(code()).getOIDCTokens();
        var response = userInfo(tokens.getBearerAccessToken());
        assertThat(response.indicatesSuccess()).isTrue();
        assertThat(response.toSuccessResponse().getUserInfo().getSubject().getValue())
                .isEqualTo("ada");
        assertThat(userInfo(new BearerAccessToken())
                        .toErrorResponse()
                        .getErrorObject()
                        .getHTTPStatusCode())
                .isEqualTo(401);
        assertThat(get("/userinfo").statusCode()).isEqualTo(401);
    }

    @Test
    void codeIsGoodOnceAndItsTokenEndsWhenItComesAgain() throws Exception {
        var code = code();
        var access = redeemed(code).getOIDCTokens().getBearerAccessToken();
        assertThat(refused(redeem(code, CALLBACK, verifier, "plugstream"))).isEqualTo("invalid_grant");
        assertThat(userInfo(access).indicatesSuccess()).isFalse();
    }

    @Test
    void codeIsNoUseToOthers() throws Exception {
        assertThat(refused(redeem(code(), CALLBACK, new CodeVerifier(), "plugstream")))
                .isEqualTo("invalid_grant");
        assertThat(refused(redeem(code(), CALLBACK, null, "plugstream"))).isEqualTo("invalid_grant");
        assertThat(refused(redeem(code(), PORTAL.resolve("/portal"), verifier, "plugstream")))
                .isEqualTo("invalid_grant");
        assertThat(refused(redeem(code(), CALLBACK, verifier, "elsewhere"))).isEqualTo("invalid_client");
        assertThat(refused(redeem("guessed", CALLBACK, verifier, "plugstream"))).isEqualTo("invalid_grant");
    }

    @Test
    void codeWithAWrongVerifierIsUsedUp() throws Exception {
        var code = code();
        redeem(code, CALLBACK, new CodeVerifier(), "plugstream");
        assertThat(refused(redeem(code, CALLBACK, verifier, "plugstream"))).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/portal/callback/",
                "http://localhost:8080/portal/callback?x=1",
                "http://localhost:8080/portal/callback#x",
                "http://localhost:8080/portal/Callback",
                "http://LOCALHOST:8080/portal/callback",
                "http://localhost:8080/portal/x/../callback",
                "http://localhost:8080@evil.example/portal/callback",
                "https://localhost:8080/portal/callback",
                "//evil.example/portal/callback",
                "javascript:alert(1)"
            })
    void nobodyIsSentToAnAddressThatIsNotThePortals(String redirectUri) throws Exception {
        var response = authorize(Map.of("redirect_uri", redirectUri));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Location")).isEmpty();
        assertThat(response.body()).contains(CALLBACK.toString()).doesNotContain("evil", "alert(1)");
    }

    @Test
    void unknownClientIsSentNowhere() throws Exception {
        assertThat(authorize(Map.of("client_id", "elsewhere")).statusCode()).isEqualTo(400);
    }

    @Test
    void parameterGivenTwiceIsSentNowhere() throws Exception {
        var path = "/authorize?" + query(Map.of()) + "&redirect_uri=https%3A%2F%2Fevil.example%2F";
        assertThat(get(path).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "response_type, token, unsupported_response_type",
        "response_type, code id_token, unsupported_response_type",
        "scope, profile, invalid_scope|invalid_request",
        "code_challenge_method, plain, invalid_request",
        "code_challenge, '', invalid_request",
        "response_mode, fragment, invalid_request",
        "prompt, none, login_required",
        "request, eyJhbGciOiJub25lIn0.e30., request_not_supported",
    })
    void faultGoesBackToThePortalWithItsState(String name, String value, String error) throws Exception {
        var response = authorize(Map.of(name, value));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location").orElseThrow()).startsWith(CALLBACK + "?");
        assertThat(answered(response))
                .containsEntry("state", "the-state")
                .doesNotContainKey("code")
                .extractingByKey("error")
                .asString()
                .matches(error);
    }

    @Test
    void choiceIsMadeOnce() throws Exception {
        var link = link(People.OPERATOR);
        assertThat(get(link).statusCode()).isEqualTo(302);
        assertThat(get(link).statusCode()).isEqualTo(400);
        assertThat(get("/sign-in?request=guessed&as=operator").statusCode()).isEqualTo(400);
        assertThat(get("/sign-in").statusCode()).isEqualTo(400);
    }

    @Test
    void pageRunsNoScriptAndIsInNoFrame() throws Exception {
        var response = authorize(Map.of("state", "\"><script>"));
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "frame-ancestors 'none'");
        assertThat(response.body()).doesNotContain("<script");
    }

    @Test
    void personWhoSignsOutGoesBackToThePortalOnly() throws Exception {
        var back = get("/end-session?client_id=plugstream&state=x&post_logout_redirect_uri="
                + encoded(PORTAL.resolve("/portal").toString()));
        assertThat(back.headers().firstValue("Location")).contains("http://localhost:8080/portal?state=x");
        for (var path : List.of(
                "/end-session",
                "/end-session?post_logout_redirect_uri=" + encoded("https://evil.example/portal"),
                "/end-session?post_logout_redirect_uri=" + encoded("http://localhost:8080/portal/x"))) {
            assertThat(get(path).statusCode()).isEqualTo(200);
            assertThat(get(path).headers().firstValue("Location")).isEmpty();
        }
    }

    @Test
    void bodyThatIsTooLargeIsRefused() throws Exception {
        var response = http.send(
                HttpRequest.newBuilder(URI.create(issuer() + "/token"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("a=" + "b".repeat(70_000)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
    }

    private String organisation(String person) throws Exception {
        var token = redeemed(code(signIn(person))).getOIDCTokens().getIDToken();
        return token.getJWTClaimsSet().getStringClaim("org_id");
    }

    private String code() throws Exception {
        return code(signIn(People.DEMONSTRATION));
    }

    private static String code(Map<String, String> answered) {
        return Objects.requireNonNull(answered.get("code"));
    }

    private Map<String, String> signIn(String person) throws Exception {
        var response = get(link(person));
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location").orElseThrow()).startsWith(CALLBACK + "?");
        return answered(response);
    }

    private static Map<String, String> answered(HttpResponse<String> response) {
        var location = URI.create(response.headers().firstValue("Location").orElseThrow());
        return URLUtils.parseParameters(location.getRawQuery()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().getFirst()));
    }

    private String link(String person) throws Exception {
        return Objects.requireNonNull(links(authorize(Map.of())).get(person));
    }

    private static Map<String, String> links(HttpResponse<String> page) {
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        return LINK.matcher(page.body())
                .results()
                .collect(Collectors.toMap(
                        link -> link.group(2), link -> link.group(1).replace("&amp;", "&")));
    }

    private HttpResponse<String> authorize(Map<String, String> changes) throws Exception {
        return get("/authorize?" + query(changes));
    }

    private String query(Map<String, String> changes) {
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

    private OIDCTokenResponse redeemed(String code) throws Exception {
        var response = redeem(code, CALLBACK, verifier, "plugstream");
        assertThat(response.indicatesSuccess()).isTrue();
        return (OIDCTokenResponse) response.toSuccessResponse();
    }

    private TokenResponse redeem(String code, URI redirectUri, @Nullable CodeVerifier shown, String client)
            throws Exception {
        var named = new AuthorizationCode(code);
        var grant = shown == null
                ? new AuthorizationCodeGrant(named, redirectUri)
                : new AuthorizationCodeGrant(named, redirectUri, shown);
        var request = new TokenRequest(URI.create(issuer() + "/token"), new ClientID(client), grant, new Scope());
        return OIDCTokenResponseParser.parse(request.toHTTPRequest().send());
    }

    private static String refused(TokenResponse response) {
        return response instanceof TokenErrorResponse error
                ? error.getErrorObject().getCode()
                : "not refused";
    }

    private UserInfoResponse userInfo(BearerAccessToken token) throws Exception {
        var request = new UserInfoRequest(URI.create(issuer() + "/userinfo"), token);
        return UserInfoResponse.parse(request.toHTTPRequest().send());
    }

    private IDTokenClaimsSet validated(JWT token, Nonce nonce) throws Exception {
        return new IDTokenValidator(
                        new Issuer(issuer()),
                        new ClientID("plugstream"),
                        JWSAlgorithm.RS256,
                        URI.create(issuer() + "/jwks").toURL())
                .validate(token, nonce);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(issuer() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String issuer() {
        return "http://localhost:" + provider.port();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
