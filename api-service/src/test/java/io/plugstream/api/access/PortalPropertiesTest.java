package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortalPropertiesTest {

    static PortalProperties at(String url) {
        return at(url, "hunter2");
    }

    private static PortalProperties at(String url, String clientSecret) {
        return new PortalProperties(
                URI.create(url),
                clientSecret,
                List.of("openid"),
                Duration.ofHours(8),
                Duration.ofHours(1),
                600,
                Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @CsvSource({
        "https://portal.example.com, https://portal.example.com",
        "https://Portal.Example.COM:443/, https://portal.example.com",
        "https://portal.example.com:8443, https://portal.example.com:8443",
        "http://localhost:8080, http://localhost:8080",
        "http://127.0.0.1:80, http://127.0.0.1",
    })
    void originIsWrittenAsByBrowsers(String url, String origin) {
        assertThat(at(url).isUrlUsable()).isTrue();
        assertThat(at(url).origin()).isEqualTo(origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://portal.example.com",
                "http://localhost.example.com",
                "https://portal.example.com/portal",
                "https://portal.example.com/?a=b",
                "https://user@portal.example.com",
                "https://portal.example.com/#x",
                "ftp://localhost",
                "portal.example.com",
                "mailto:a@b",
            })
    void urlThatIsNotASafeOriginIsRefused(String url) {
        assertThat(at(url).isUrlUsable()).isFalse();
    }

    /** Editors end a file with a line end, and so do Kubernetes secrets that are made from one. */
    @Test
    void lineEndIsNoPartOfTheSecret() {
        assertThat(at("https://portal.example.com", "hunter2\n").clientSecret()).isEqualTo("hunter2");
    }

    @Test
    void secretIsNotShown() {
        assertThat(at("https://portal.example.com").toString()).doesNotContain("hunter2");
    }
}
