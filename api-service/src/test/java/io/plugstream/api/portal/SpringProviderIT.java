package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.local.process.FreePorts;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sign-in at Spring Authorization Server, where the portal is a public client. */
class SpringProviderIT {

    private static final int PORT = FreePorts.one();
    private static final URI PORTAL = URI.create("http://localhost:" + PORT);

    private static SpringProvider provider;
    private static ApiReplica replica;

    private final Browser browser = new Browser(PORTAL);

    @BeforeAll
    static void start() throws Exception {
        provider = SpringProvider.start(PORTAL);
        replica = ApiReplica.ready(
                "--server.port=" + PORT,
                "--plugstream.identity.issuer=" + provider.issuer(),
                "--plugstream.portal.url=" + PORTAL,
                "--plugstream.shield.failures-per-minute=10000");
    }

    @AfterAll
    static void stop() throws Exception {
        if (replica != null) {
            replica.close();
        }
        if (provider != null) {
            provider.close();
        }
    }

    @Test
    void personSignsInWithAPasswordAndAgrees() {
        try (ProviderVisit visit = visit()) {
            URI callback = visit.signIn("ada", SpringProvider.PASSWORD).agree().callback();
            assertThat(callback.getPath()).isEqualTo("/portal/callback");
            Browser.Page back = browser.get(callback);
            assertThat(back.status()).as(back.body()).isEqualTo(303);
        }
        Browser.Page who = browser.call("GET", "/portal/api/session", null);
        assertThat(who.json().path("name").stringValue()).isEqualTo("Person ada");
        assertThat(who.json().path("organisationId").stringValue()).isEqualTo("spring-ada");
        assertThat(browser.call("GET", "/portal/api/live/chargers", null).status())
                .isEqualTo(200);
        URI out = URI.create(browser.call("POST", "/portal/sign-out", null)
                .json()
                .path("continueAt")
                .stringValue());
        assertThat(out.toString()).startsWith(provider.issuer() + "/connect/logout?");
        assertThat(browser.call("GET", "/portal/api/session", null).status()).isEqualTo(401);
    }

    @Test
    void wrongPasswordDoesNotReturnToThePortal() {
        try (ProviderVisit visit = visit()) {
            assertThat(visit.signIn("ada", "wrong").text()).contains("Invalid credentials");
            assertThat(visit.signIn("nobody", SpringProvider.PASSWORD).text()).contains("Invalid credentials");
        }
    }

    @Test
    void personWhoDoesNotAgreeIsNotSignedIn() {
        try (ProviderVisit visit = visit()) {
            URI callback =
                    visit.signIn("bob", SpringProvider.PASSWORD).disagree().callback();
            assertThat(callback.getQuery()).contains("error=access_denied").doesNotContain("code=");
            Browser.Page back = browser.get(callback);
            assertThat(back.status()).isEqualTo(400);
            assertThat(back.body()).contains("Nobody was signed in").doesNotContain("access_denied");
        }
        assertThat(browser.cookies()).doesNotContainKey("plugstream");
        assertThat(browser.call("GET", "/portal/api/session", null).status()).isEqualTo(401);
    }

    /** The provider accepts a code once, and only with the verifier of the browser that began the sign-in. */
    @Test
    void codeOfAnotherSignInIsRefused() {
        Browser other = new Browser(PORTAL);
        try (ProviderVisit visit = visit()) {
            URI callback = visit.signIn("eve", SpringProvider.PASSWORD).agree().callback();
            String state = parameter(other.get("/portal/sign-in").location(), "state");
            URI mixed = URI.create(callback.toString().replace(parameter(callback, "state"), state));
            assertThat(other.get(mixed).status()).isEqualTo(502);
        }
        assertThat(other.cookies()).doesNotContainKey("plugstream");
    }

    private static String parameter(URI address, String name) {
        return address.getRawQuery().replaceFirst("(?:.*&)?" + name + "=([^&]+).*", "$1");
    }

    private ProviderVisit visit() {
        return provider.visit(browser.get("/portal/sign-in").location());
    }
}
