package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.Replicas;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sign-in and attacks on it, with two replicas and the development identity provider. */
class SignInIT {

    private static final String NEW = "new-organisation";

    private final PortalBed bed = PortalBed.shared();

    @Test
    void cookieCannotBeReadByScriptsNorSentByOtherSites() {
        Browser browser = bed.browser();
        Browser.Page begun = browser.get("/portal/sign-in");
        assertThat(begun.setCookies())
                .singleElement()
                .satisfies(cookie -> assertThat(cookie)
                        .contains("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600")
                        .doesNotContain("Domain"));
        Browser.Page back = browser.get(Browser.chosen(begun.location(), NEW));
        assertThat(back.setCookies())
                .anySatisfy(cookie -> assertThat(cookie)
                        .startsWith("plugstream=")
                        .contains("HttpOnly", "SameSite=Strict", "Path=/")
                        .doesNotContain("Domain", "Max-Age", "Expires"));
        assertThat(back.header("Cache-Control")).contains("no-store");
        assertThat(back.header("Referrer-Policy")).contains("no-referrer");
        assertThat(back.location()).isEqualTo(URI.create("/portal"));
    }

    @Test
    void requestToTheProviderHasStateNonceAndChallenge() {
        URI authorize = bed.browser().get("/portal/sign-in").location();
        assertThat(authorize.getPort()).isEqualTo(bed.providerPort());
        assertThat(authorize.getQuery())
                .contains(
                        "response_type=code",
                        "scope=openid+profile",
                        "client_id=plugstream",
                        "code_challenge_method=S256")
                .contains("redirect_uri=" + bed.portal() + "/portal/callback")
                .matches(".*[?&]?state=[A-Za-z0-9_-]{43}.*")
                .matches(".*[?&]?nonce=[A-Za-z0-9_-]{43}.*")
                .matches(".*[?&]?code_challenge=[A-Za-z0-9_-]{43}.*");
    }

    @Test
    void personReturnsToTheRequestedPage() {
        assertThat(returned("/portal/live/chargers/CP-1?x=1")).isEqualTo(URI.create("/portal/live/chargers/CP-1?x=1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example/", "//evil.example", "/portal/../api/v1/usage", "/portal\\@evil.example"})
    void nobodyIsSentToAnotherSite(String to) {
        assertThat(returned(to)).isEqualTo(URI.create("/portal"));
    }

    private URI returned(String to) {
        Browser browser = bed.browser();
        Browser.Page begun = browser.get("/portal/sign-in?to=" + URLEncoder.encode(to, StandardCharsets.UTF_8));
        return browser.get(Browser.chosen(begun.location(), NEW)).location();
    }

    @Test
    void answerWithoutAnAttemptOfTheBrowserDoesNotSignIn() {
        URI stolen = bed.browser().callback(NEW);
        assertNotSignedIn(bed.browser(), stolen, 400);
    }

    @Test
    void attackersAnswerDoesNotSignInAVictim() {
        URI attackers = bed.browser().callback(NEW);
        Browser victim = bed.browser();
        victim.get("/portal/sign-in");
        assertNotSignedIn(victim, attackers, 400);
    }

    @Test
    void stolenCodeInAnotherAttemptDoesNotSignIn() {
        URI victims = bed.browser().callback(NEW);
        Browser thief = bed.browser();
        URI own = thief.callback(NEW);
        URI mixed = URI.create(own.toString().replace(parameter(own, "code"), parameter(victims, "code")));
        assertNotSignedIn(thief, mixed, 502);
    }

    @Test
    void answerIsValidOnce() {
        Browser browser = bed.browser();
        Browser.Page begun = browser.get("/portal/sign-in");
        Browser sameCookies = browser.at(bed.portal());
        URI callback = Browser.chosen(begun.location(), NEW);
        assertThat(browser.get(callback).status()).isEqualTo(303);
        assertNotSignedIn(sameCookies, callback, 502);
    }

    @ParameterizedTest
    @CsvSource({
        "state=[^&]+, state=guessed",
        "&?state=[^&]+, ''",
        "iss=[^&]+, iss=https://evil.example",
        "&?iss=[^&]+, ''",
        "code=[^&]+, error=access_denied",
        "code=([^&]+), code=$1&code=$1"
    })
    void changedAnswerDoesNotSignIn(String from, String to) {
        Browser browser = bed.browser();
        URI callback = browser.callback(NEW);
        URI changed = bed.portal()
                .resolve("/portal/callback?"
                        + callback.getRawQuery().replaceFirst(from, to).replaceFirst("^&", ""));
        assertNotSignedIn(browser, changed, 400);
    }

    @Test
    void sessionChosenByAnAttackerIsNotUsed() {
        String chosen = "A".repeat(43);
        Browser victim = bed.browser();
        victim.cookies().put("plugstream", chosen);
        victim.signIn(NEW);
        assertThat(victim.cookies().get("plugstream")).isNotEqualTo(chosen);
        Browser attacker = bed.browser();
        attacker.cookies().put("plugstream", chosen);
        assertThat(attacker.call("GET", "/portal/api/session", null).status()).isEqualTo(401);
    }

    private void assertNotSignedIn(Browser browser, URI callback, int status) {
        Browser.Page page = browser.get(callback);
        assertThat(page.status()).as(page.body()).isEqualTo(status);
        assertThat(page.setCookies()).isEmpty();
        assertThat(page.header("Content-Security-Policy").orElseThrow()).contains("default-src 'none'");
        assertThat(page.body()).contains("/portal/sign-in").doesNotContain("evil", parameter(callback, "code") + "\"");
        assertThat(browser.cookies()).doesNotContainKey("plugstream");
    }

    private static String parameter(URI address, String name) {
        return List.of(address.getRawQuery().split("&", -1)).stream()
                .filter(pair -> pair.startsWith(name + '='))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst()
                .orElse("none");
    }

    @Test
    void installationWithoutAPortalHasNoPortalPaths() {
        Browser browser =
                new Browser(URI.create("http://localhost:" + Replicas.first().port()));
        for (String path : List.of(
                "/portal/sign-in",
                "/portal/callback?state=a&code=b",
                "/portal/api/session",
                "/portal/api/live/usage")) {
            assertThat(browser.get(path).status()).as(path).isEqualTo(404);
        }
    }
}
