package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.local.process.FreePorts;
import java.net.URI;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sign-in rejects ID tokens that a correct provider would not have issued. */
class ForgedTokensIT {

    private static final int PORT = FreePorts.one();
    private static final URI PORTAL = URI.create("http://localhost:" + PORT);

    private static UntrustedProvider provider;
    private static ApiReplica replica;

    private final Browser browser = new Browser(PORTAL);

    @BeforeAll
    static void start() {
        provider = new UntrustedProvider();
        replica = ApiReplica.ready(
                "--server.port=" + PORT,
                "--plugstream.identity.issuer=" + provider.issuer(),
                "--plugstream.portal.url=" + PORTAL,
                "--plugstream.portal.client-secret=s3cret",
                "--plugstream.shield.failures-per-minute=10000");
    }

    @AfterAll
    static void stop() {
        replica.close();
        provider.close();
    }

    @Test
    void rightTokenSignsInAndTheClientProvesItself() {
        assertThat(signIn(claims -> claims.claim("name", "Ada\u0000\nLovelace")).status())
                .isEqualTo(303);
        assertThat(provider.authorization()).isEqualTo("Basic cGx1Z3N0cmVhbTpzM2NyZXQ=");
        assertThat(browser.call("GET", "/portal/api/session", null)
                        .json()
                        .path("name")
                        .stringValue())
                .isEqualTo("AdaLovelace");
    }

    @Test
    void tokenOfAnotherAttemptIsRefused() {
        assertRefused(signIn(claims -> claims.claim("nonce", "of-another")));
        assertRefused(signIn(claims -> claims.claim("nonce", null)));
    }

    @Test
    void tokenForAnotherClientIsRefused() {
        assertRefused(signIn(claims -> claims.audience("another")));
        assertRefused(signIn(
                claims -> claims.audience(List.of("plugstream", "another")).claim("azp", "another")));
    }

    @Test
    void tokenOfAnotherIssuerIsRefused() {
        assertRefused(signIn(claims -> claims.issuer("https://evil.example")));
    }

    @Test
    void tokenThatIsExpiredOrHasNoExpiryIsRefused() {
        assertRefused(
                signIn(claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(120)))));
        assertRefused(signIn(claims -> claims.expirationTime(null)));
        assertRefused(signIn(claims -> claims.issueTime(null)));
    }

    @Test
    void tokenWithoutAnOrganisationOrWithAReservedOneIsRefused() {
        assertRefused(signIn(claims -> claims.claim("org_id", null)));
        assertRefused(signIn(claims -> claims.claim("org_id", "plugstream:platform")));
        assertRefused(signIn(claims -> claims.claim("org_id", "a b")));
    }

    @Test
    void subjectThatCannotBeStoredIsRefused() {
        assertRefused(signIn(claims -> claims.subject("ada\u0000")));
        assertRefused(signIn(claims -> claims.subject("a".repeat(300))));
        assertRefused(signIn(claims -> claims.subject(null)));
    }

    @Test
    void unsignedOrForeignTokenIsRefused() {
        Map<String, List<String>> asked = begin();
        provider.answerToken(new PlainJWT(claims(asked).build()).serialize());
        assertRefused(come(asked));
        asked = begin();
        provider.answerToken(provider.signed(claims(asked).build(), provider.foreignKey()));
        assertRefused(come(asked));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "{}", "[]", "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}"})
    void answerWithoutATokenDoesNotSignIn(String answer) {
        Map<String, List<String>> asked = begin();
        provider.answer(200, answer);
        assertThat(come(asked).status()).isBetween(400, 503);
        assertThat(browser.cookies()).doesNotContainKey("plugstream");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 500})
    void refusalOfTheProviderDoesNotSignIn(int status) {
        Map<String, List<String>> asked = begin();
        provider.answer(status, "{\"error\":\"invalid_client\"}");
        Browser.Page page = come(asked);
        assertThat(page.status()).as(page.body()).isEqualTo(502);
        assertThat(page.body()).doesNotContain("invalid_client", "s3cret");
        assertThat(browser.cookies()).doesNotContainKey("plugstream");
    }

    @Test
    void onlySignInsThatTheProviderAnsweredAreCounted() {
        double before = failures();
        Map<String, List<String>> asked = begin();
        CountDownLatch silence = new CountDownLatch(1);
        provider.fallSilentUntil(silence);
        try {
            assertThat(come(asked).status()).isEqualTo(503);
        } finally {
            silence.countDown();
        }
        assertThat(failures()).isEqualTo(before);

        refusalOfTheProviderDoesNotSignIn(400);

        assertThat(failures()).isEqualTo(before + 1);
    }

    private static double failures() {
        return replica.bean(MeterRegistry.class)
                .get("plugstream.api.portal.sign.ins")
                .tag("result", "failure")
                .counter()
                .count();
    }

    /** Anybody can make up codes, and each costs a request to the provider. */
    @Test
    void codesThatTheProviderRejectsCountAsFailedAuthentications() {
        // Tried again, because the count may begin anew between the two.
        await().untilAsserted(() -> {
            long before = remainingAfterARejectedCode();
            assertThat(remainingAfterARejectedCode()).isEqualTo(before - 1);
        });
    }

    private long remainingAfterARejectedCode() {
        Map<String, List<String>> asked = begin();
        provider.answer(400, "{\"error\":\"invalid_grant\"}");
        Browser.Page page = come(asked);
        assertThat(page.status()).as(page.body()).isEqualTo(502);
        return Long.parseLong(page.header("RateLimit-Remaining").orElseThrow());
    }

    private Browser.Page signIn(UnaryOperator<JWTClaimsSet.Builder> change) {
        Map<String, List<String>> asked = begin();
        provider.answerToken(provider.signed(change.apply(claims(asked)).build()));
        return come(asked);
    }

    /** Starts a sign-in; returns the query parameters of the authorization request. */
    private Map<String, List<String>> begin() {
        return URLUtils.parseParameters(
                browser.get("/portal/sign-in").location().getRawQuery());
    }

    private static JWTClaimsSet.Builder claims(Map<String, List<String>> asked) {
        return provider.claims(only(asked, "nonce"));
    }

    private Browser.Page come(Map<String, List<String>> asked) {
        return browser.get("/portal/callback?code=c&state=" + only(asked, "state"));
    }

    private static String only(Map<String, List<String>> asked, String name) {
        return Objects.requireNonNull(asked.get(name)).getFirst();
    }

    private void assertRefused(Browser.Page page) {
        assertThat(page.status()).as(page.body()).isEqualTo(400);
        assertThat(browser.cookies()).doesNotContainKey("plugstream");
    }
}
