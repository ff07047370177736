package io.plugstream.local.identity;

import static io.plugstream.local.identity.PortalClient.CALLBACK;
import static io.plugstream.local.identity.PortalClient.PORTAL;
import static io.plugstream.local.identity.PortalClient.answered;
import static io.plugstream.local.identity.PortalClient.codeIn;
import static io.plugstream.local.identity.PortalClient.encoded;
import static io.plugstream.local.identity.PortalClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code flow with PKCE, as used by the portal and by clients that impersonate it. */
class SignInTest {

    /** Shared by all tests, because generating a key takes time. */
    @TempDir
    static Path directory;

    private PortalClient portal;

    @BeforeEach
    void start() {
        portal = new PortalClient(directory.resolve("key.json"));
    }

    @AfterEach
    void stop() {
        portal.close();
    }

    @Test
    void discoveryIsCompleteForAnOpenIdClient() throws Exception {
        var found = OIDCProviderMetadata.resolve(new Issuer(portal.issuer()));
        assertThat(found.getAuthorizationEndpointURI()).isEqualTo(URI.create(portal.issuer() + "/authorize"));
        assertThat(found.getTokenEndpointURI()).isEqualTo(URI.create(portal.issuer() + "/token"));
        assertThat(found.getEndSessionEndpointURI()).isEqualTo(URI.create(portal.issuer() + "/end-session"));
        assertThat(found.getCodeChallengeMethods()).containsExactly(CodeChallengeMethod.S256);
        assertThat(found.getResponseTypes()).hasToString("[code]");
        assertThat(found.supportsAuthorizationResponseIssuerParam()).isTrue();
    }

    @Test
    void personWhoClicksGetsATokenBoundToTheRequest() throws Exception {
        var back = portal.signIn(People.DEMONSTRATION);
        assertThat(back).containsEntry("state", "the-state").containsEntry("iss", portal.issuer());
        var tokens = portal.redeemed(codeIn(back)).getOIDCTokens();

        var claims = portal.validated(tokens.getIDToken(), new Nonce("the-nonce"));
        assertThat(claims.getSubject().getValue()).isEqualTo("ada");
        assertThat(claims.getStringClaim("name")).isEqualTo("Ada");
        assertThat(claims.getStringClaim("org_id")).isEqualTo("demo");
        assertThat(claims.getClaim("roles")).isNull();
        assertThat(claims.getAuthenticationTime()).isNotNull();
        AccessTokenValidator.validate(tokens.getAccessToken(), JWSAlgorithm.ES256, claims.getAccessTokenHash());
    }

    @Test
    void newOrganisationIsDifferentEachTime() throws Exception {
        assertThat(portal.organisation(People.NEW_ORGANISATION))
                .startsWith("org-")
                .isNotEqualTo(portal.organisation(People.NEW_ORGANISATION));
    }

    @Test
    void operatorHasTheRole() throws Exception {
        var token = portal.redeemed(codeIn(portal.signIn(People.OPERATOR)))
                .getOIDCTokens()
                .getIDToken();
        assertThat(token.getJWTClaimsSet().getStringListClaim("roles")).containsExactly("operator");
    }

    @Test
    void codeIsValidOnce() throws Exception {
        var code = portal.code();
        portal.redeemed(code);
        assertThat(refused(portal.redeem(code, CALLBACK, portal.verifier, "plugstream")))
                .isEqualTo("invalid_grant");
    }

    @Test
    void codeIsInvalidForOthers() throws Exception {
        assertThat(refused(portal.redeem(portal.code(), CALLBACK, new CodeVerifier(), "plugstream")))
                .isEqualTo("invalid_grant");
        assertThat(refused(portal.redeem(portal.code(), CALLBACK, null, "plugstream")))
                .isEqualTo("invalid_grant");
        assertThat(refused(portal.redeem(portal.code(), PORTAL.resolve("/portal"), portal.verifier, "plugstream")))
                .isEqualTo("invalid_grant");
        assertThat(refused(portal.redeem(portal.code(), CALLBACK, portal.verifier, "elsewhere")))
                .isEqualTo("invalid_client");
        assertThat(refused(portal.redeem("guessed", CALLBACK, portal.verifier, "plugstream")))
                .isEqualTo("invalid_grant");
    }

    @Test
    void codeWithAWrongVerifierIsUsedUp() throws Exception {
        var code = portal.code();
        portal.redeem(code, CALLBACK, new CodeVerifier(), "plugstream");
        assertThat(refused(portal.redeem(code, CALLBACK, portal.verifier, "plugstream")))
                .isEqualTo("invalid_grant");
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
    void nobodyIsSentToAForeignRedirectUri(String redirectUri) throws Exception {
        var response = portal.authorize(Map.of("redirect_uri", redirectUri));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Location")).isEmpty();
        assertThat(response.body()).contains(CALLBACK.toString()).doesNotContain("evil", "alert(1)");
    }

    @Test
    void unknownClientIsNotRedirected() throws Exception {
        assertThat(portal.authorize(Map.of("client_id", "elsewhere")).statusCode())
                .isEqualTo(400);
    }

    @Test
    void requestWithARepeatedParameterIsNotRedirected() throws Exception {
        var path = "/authorize?" + portal.query(Map.of()) + "&redirect_uri=https%3A%2F%2Fevil.example%2F";
        assertThat(portal.get(path).statusCode()).isEqualTo(400);
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
    void faultIsReturnedToThePortalWithItsState(String name, String value, String error) throws Exception {
        var response = portal.authorize(Map.of(name, value));
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
    void choiceIsValidOnce() throws Exception {
        var link = portal.link(People.OPERATOR);
        assertThat(portal.get(link).statusCode()).isEqualTo(302);
        assertThat(portal.get(link).statusCode()).isEqualTo(400);
        assertThat(portal.get("/sign-in?request=guessed&as=operator").statusCode())
                .isEqualTo(400);
        assertThat(portal.get("/sign-in").statusCode()).isEqualTo(400);
    }

    @Test
    void pageRunsNoScriptAndCannotBeFramed() throws Exception {
        var response = portal.authorize(Map.of("state", "\"><script>"));
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "frame-ancestors 'none'");
        assertThat(response.body()).doesNotContain("<script");
    }

    @Test
    void personWhoSignsOutReturnsOnlyToThePortal() throws Exception {
        var back = portal.get("/end-session?client_id=plugstream&state=x&post_logout_redirect_uri="
                + encoded(PORTAL.resolve("/portal").toString()));
        assertThat(back.headers().firstValue("Location")).contains("http://localhost:8080/portal?state=x");
        for (var path : List.of(
                "/end-session",
                "/end-session?post_logout_redirect_uri=" + encoded("https://evil.example/portal"),
                "/end-session?post_logout_redirect_uri=" + encoded("http://localhost:8080/portal/x"))) {
            assertThat(portal.get(path).statusCode()).isEqualTo(200);
            assertThat(portal.get(path).headers().firstValue("Location")).isEmpty();
        }
    }

    @Test
    void bodyThatIsTooLargeIsRefused() throws Exception {
        var response = portal.http.send(
                HttpRequest.newBuilder(URI.create(portal.issuer() + "/token"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("a=" + "b".repeat(70_000)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
    }
}
