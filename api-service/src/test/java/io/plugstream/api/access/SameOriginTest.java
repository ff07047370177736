package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class SameOriginTest {

    private final SameOrigin sameOrigin = new SameOrigin(PortalPropertiesTest.at("https://portal.example.com"));

    @ParameterizedTest
    @CsvSource({
        "POST, same-origin, https://portal.example.com",
        "POST, same-origin,",
        "POST,, https://portal.example.com",
        "DELETE, same-origin, https://portal.example.com",
        "GET,,",
        "GET, same-origin,",
        "GET, none,",
        "HEAD, none,",
    })
    void requestOfThePortalIsAllowed(HttpMethod method, @Nullable String site, @Nullable String origin) {
        assertThat(sameOrigin.allows(request(method, site, origin))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "POST,,",
        "PATCH,,",
        "OPTIONS,,",
        "POST, none,",
        "POST, cross-site,",
        "POST, same-site, https://portal.example.com",
        "POST, Same-Origin,",
        "POST, 'same-origin, cross-site',",
        "POST, same-origin, https://evil.example",
        "POST,, https://evil.example",
        "POST,, null",
        "POST,, http://portal.example.com",
        "POST,, https://portal.example.com:8443",
        "POST,, https://portal.example.com.evil.example",
        "GET, same-site,",
        "GET, cross-site,",
        "GET,, https://evil.example",
    })
    void requestFromElsewhereIsRefused(HttpMethod method, @Nullable String site, @Nullable String origin) {
        assertThat(sameOrigin.allows(request(method, site, origin))).isFalse();
    }

    private static MockServerHttpRequest request(HttpMethod method, @Nullable String site, @Nullable String origin) {
        var request = MockServerHttpRequest.method(method, "/portal/api/live/chargers");
        if (site != null) {
            request.header("Sec-Fetch-Site", site);
        }
        if (origin != null) {
            request.header("Origin", origin);
        }
        return request.build();
    }
}
