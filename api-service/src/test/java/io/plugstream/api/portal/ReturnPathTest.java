package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/portal",
                "/portal/live/chargers",
                "/portal/test/chargers/CP.1",
                "/portal/live/chargers/a%20b",
                "/portal/live/transactions?status=active&from=2026-01-31T09:00:00.000Z",
                "/portal/live/events?to=https://elsewhere.example",
            })
    void pageOfThePortalIsKept(String path) {
        assertThat(ReturnPath.of(path).text()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "//evil.example",
                "https://evil.example/portal",
                "/portal.evil.example",
                "/portal@evil.example",
                "/portal//evil.example",
                "/portal/../api/v1/chargers",
                "/portal/./x",
                "/portal/x/..",
                "/portal/%2e%2e/x",
                "/portal/%2F/evil.example",
                "/portal\\evil.example",
                "/portal/\\evil.example",
                "/portal/%5cevil.example",
                "/portal/a b",
                "/portal/a\r\nSet-Cookie: a=b",
                "/portal/%0d%0aSet-Cookie:a=b",
                "/portal/live/chargers/100%",
                "/portal/live/chargers?search=%4",
                "/portal/live/chargers?search=%zz",
                "/portal/\"><script>",
                "/portal/sign-in",
                "/portal/sign-in?to=/portal",
                "/portal/callback?code=x",
                "/portal/api/session",
                "/portal#@evil.example",
                "javascript:alert(1)",
                "/Portal/x",
            })
    void anyOtherPathLeadsToTheStart(String path) {
        assertThat(ReturnPath.of(path)).isEqualTo(ReturnPath.START);
    }

    @Test
    void missingAndOverlongPathsLeadToTheStart() {
        assertThat(ReturnPath.of(null)).isEqualTo(ReturnPath.START);
        assertThat(ReturnPath.of("/portal/" + "a".repeat(2_000))).isEqualTo(ReturnPath.START);
    }
}
