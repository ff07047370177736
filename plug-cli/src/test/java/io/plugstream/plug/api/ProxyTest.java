package io.plugstream.plug.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which proxy the environment names. */
class ProxyTest {

    private static final URI API = URI.create("https://api.example.com/plugstream");

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, http://proxy:3128, proxy:3128",
        "https_proxy, http://proxy:3128/, proxy:3128",
        "HTTPS_PROXY, proxy:3128, proxy:3128",
        "HTTPS_PROXY, http://[::1]:3128, [::1]:3128",
        "HTTPS_PROXY, '', ",
        "HTTP_PROXY, http://proxy:3128, "
    })
    void theVariableOfTheSchemeNamesIt(String variable, String value, String proxy) throws Exception {
        var found = Proxy.of(API, Map.of(variable, value));
        assertThat(found == null ? null : found.toString()).isEqualTo(proxy);
    }

    @ParameterizedTest
    @CsvSource({
        "api.example.com, true",
        "example.com, true",
        ".example.com, true",
        "*.EXAMPLE.com, true",
        "'localhost, example.com', true",
        "*, true",
        "ample.com, false",
        "'', false",
        "other.com, false"
    })
    void exemptHostsAreReachedDirectly(String exempt, boolean directly) throws Exception {
        var proxy = Proxy.of(API, Map.of("HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", exempt));
        assertThat(proxy == null).isEqualTo(directly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fd00::1", "[fd00::1]"})
    void anAddressIsExemptWithOrWithoutBrackets(String exempt) throws Exception {
        var environment = Map.of("HTTP_PROXY", "proxy:3128", "NO_PROXY", exempt);
        assertThat(Proxy.of(URI.create("http://[fd00::1]:8080"), environment)).isNull();
        assertThat(Proxy.of(URI.create("http://[fd00::2]:8080"), environment)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8080", "http://127.0.0.2", "http://[::1]:8080", "http://api.localhost"})
    void thisMachineIsReachedDirectly(String address) throws Exception {
        assertThat(Proxy.of(URI.create(address), Map.of("HTTP_PROXY", "not even a proxy")))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://proxy:3128", "socks5://proxy:1080", "http://proxy", "http://proxy:99999"})
    void otherFormsAreRefused(String value) {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> Proxy.of(API, Map.of("HTTPS_PROXY", value)))
                .matches(failure -> failure.kind() == Failure.Kind.USAGE)
                .withMessageContaining("http://host:port");
    }

    @Test
    void lowerCaseWins() throws Exception {
        assertThat(Proxy.of(API, Map.of("https_proxy", "one:1", "HTTPS_PROXY", "two:2")))
                .hasToString("one:1");
    }
}
