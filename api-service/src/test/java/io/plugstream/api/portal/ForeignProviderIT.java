package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.local.process.FreePorts;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sign-in at a third-party provider, with the client's secret. */
class ForeignProviderIT {

    private static final int PORT = FreePorts.one();
    private static final URI PORTAL = URI.create("http://localhost:" + PORT);
    private static final String SECRET = "secret with :&% in it";

    private static ForeignProvider provider;
    private static ApiReplica replica;

    private final Browser browser = new Browser(PORTAL);

    @BeforeAll
    static void start() throws Exception {
        provider = ForeignProvider.start(PORTAL, SECRET);
        replica = ApiReplica.ready(
                "--server.port=" + PORT,
                "--plugstream.identity.issuer=" + provider.issuer(),
                "--plugstream.portal.url=" + PORTAL,
                "--plugstream.portal.client-secret=" + SECRET,
                "--plugstream.shield.failures-per-minute=10000");
    }

    @AfterAll
    static void stop() {
        if (replica != null) {
            replica.close();
        }
        if (provider != null) {
            provider.close();
        }
    }

    @Test
    void personSignsInAndOutAndBelongsToTheOrganisationOfTheClaim() {
        Browser.Page back = browser.get(signedIn("ada"));
        assertThat(back.status()).as(back.body()).isEqualTo(303);
        Browser.Page who = browser.call("GET", "/portal/api/session", null);
        assertThat(who.json().path("name").stringValue()).isEqualTo("Person ada");
        assertThat(who.json().path("organisationId").stringValue()).isEqualTo("org-ada");
        assertThat(browser.call("GET", "/portal/api/live/chargers", null).status())
                .isEqualTo(200);

        URI out = URI.create(browser.call("POST", "/portal/sign-out", null)
                .json()
                .path("continueAt")
                .stringValue());
        assertThat(out.toString()).startsWith(provider.issuer() + "/session/end?");
        assertThat(URLUtils.parseParameters(out.getRawQuery()))
                .containsEntry("post_logout_redirect_uri", List.of(PORTAL + "/portal"));
        assertThat(browser.get(out).status()).isEqualTo(200);
        assertThat(browser.call("GET", "/portal/api/session", null).status()).isEqualTo(401);
    }

    @Test
    void answerIsValidOnceAndOnlyForItsBrowser() {
        URI callback = signedIn("eve");
        assertThat(new Browser(PORTAL).get(callback).status()).isEqualTo(400);
        Browser same = browser.at(PORTAL);
        assertThat(browser.get(callback).status()).isEqualTo(303);
        assertThat(same.get(callback).status()).isEqualTo(502);
    }

    /** The URL that the provider redirects the browser to. */
    private URI signedIn(String person) {
        return provider.signIn(browser.get("/portal/sign-in").location(), person);
    }
}
