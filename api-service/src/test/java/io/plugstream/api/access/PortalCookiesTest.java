package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpCookie;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class PortalCookiesTest {

    private final PortalCookies cookies = new PortalCookies(PortalPropertiesTest.at("https://portal.example.com"));
    private final PortalCookies local = new PortalCookies(PortalPropertiesTest.at("http://localhost:8080"));

    @Test
    void sessionCookieIsSentOnlyToThisHostByItsOwnPages() {
        assertThat(cookies.session("s3cret").toString())
                .isEqualTo("__Host-plugstream=s3cret; Path=/; Secure; HttpOnly; SameSite=Strict");
        assertThat(local.session("s3cret").toString())
                .isEqualTo("plugstream=s3cret; Path=/; HttpOnly; SameSite=Strict");
    }

    @Test
    void signInCookieIsSentFromOtherSitesForTenMinutes() {
        assertThat(cookies.signIn("kept").toString())
                .startsWith("__Host-plugstream-sign-in=kept; Path=/; Max-Age=600; ")
                .endsWith("Secure; HttpOnly; SameSite=Lax");
    }

    @Test
    void removedCookieHasTheSameScope() {
        assertThat(cookies.noSession().toString())
                .startsWith("__Host-plugstream=; Path=/; Max-Age=0; ")
                .endsWith("Secure; HttpOnly; SameSite=Strict");
    }

    @Test
    void repeatedCookieIsIgnored() {
        assertThat(cookies.session(request("__Host-plugstream", "a"))).contains("a");
        assertThat(cookies.session(request("__Host-plugstream", "a", "b"))).isEmpty();
    }

    @Test
    void unprefixedCookieIsIgnoredIfThePrefixIsPossible() {
        assertThat(cookies.session(request("plugstream", "a"))).isEmpty();
        assertThat(local.session(request("plugstream", "a"))).contains("a");
    }

    private static MockServerHttpRequest request(String name, String... values) {
        var request = MockServerHttpRequest.get("/portal/api/session");
        for (String value : values) {
            request.cookie(new HttpCookie(name, value));
        }
        return request.build();
    }
}
